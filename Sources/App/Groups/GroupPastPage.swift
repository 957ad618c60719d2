import Database
import HTTP
import Proximity

/// `GET /groups/{id}` of a group that is over, for who was in it until then: who was there, how long, and the photos of the
/// night until the next evening; afterwards one line.
struct GroupPastPage {
    let frame: Frame
    let name: String
    /// "Yesterday, 19:00–00:30 · 5 h", and afterwards "… · with Mikko and Leena".
    let line: String
    /// When it becomes one line; nil where it has.
    let until: TimePart?
    let people: [Row]
    let photos: [GroupPhotoPart]

    /// Somebody who was there.
    struct Row {
        let avatar: AvatarPart
        let name: String
        let path: String
    }

    /// - Parameters:
    ///   - people: those whom the viewer sees, and themselves.
    ///   - until: when the morning after is over; nil if it is.
    init(
        _ frame: Frame, _ group: FriendGroup, _ people: [GroupMember], _ photos: [GroupPhotoQueries.Photo],
        for viewer: ID<Account>, until: Timestamp?, _ words: RelativeTimeFormatter
    ) {
        self.frame = frame
        name = group.name
        let line = GroupPastPage.line(from: people.compactMap { $0.admittedAt }.min(), until: group.overAt, words)
        let others = people.filter { $0.person.id != viewer }.map { $0.person }
        let company = others.isEmpty ? "" : " · with \(WordList.people(others.map { $0.name }, most: 3))"
        self.line = until == nil ? line + company : line
        self.until = until.map { TimePart(ahead: $0, words) }
        self.people =
            until == nil
            ? []
            : people.map { member in
                Row(
                    avatar: AvatarPart(member.person),
                    name: member.person.id == viewer ? "You" : member.person.name,
                    path: PersonPaths.person(member.person.username))
            }
        self.photos =
            until == nil ? [] : photos.map { GroupPhotoPart($0, in: group.id, isOwn: $0.sender.id == viewer, frame) }
    }

    private static func line(from begun: Timestamp?, until over: Timestamp, _ words: RelativeTimeFormatter) -> String {
        guard let begun, begun < over else { return words.fullDay(over) }
        let span = GroupAge.span(over.seconds(since: begun))
        return "\(words.fullDay(begun)), \(words.clock(begun))–\(words.clock(over)) · \(span)"
    }
}

/// A photo of a night.
struct GroupPhotoPart {
    let medium: String
    let large: String
    /// "Photo by Mikko"
    let words: String
    /// "Mikko"
    let sender: String
    /// nil for one of somebody else.
    let delete: ConfirmPart?

    init(_ photo: GroupPhotoQueries.Photo, in group: ID<FriendGroup>, isOwn: Bool, _ frame: Frame) {
        medium = MediaPaths.of(photo.name.text, .medium) ?? ""
        large = MediaPaths.of(photo.name.text, .large) ?? ""
        words = isOwn ? "Your photo" : "Photo by \(photo.sender.name)"
        sender = isOwn ? "You" : photo.sender.name
        delete =
            isOwn
            ? ConfirmPart(
                frame, post: GroupPaths.chat(group).delete(photo.message), opener: "Delete",
                words: "Nobody sees it any more.", button: "Delete the photo") : nil
    }
}
