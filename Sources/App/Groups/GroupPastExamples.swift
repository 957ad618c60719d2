import Database
import HTTP
import Media
import Proximity

/// Examples of a group that is over.
extension GroupListExamples {
    var past: [GalleryExample] {
        [
            .page("morning") { try Self.over($0, "Friday", people: 4, photos: 3) },
            .page("without photos") { try Self.over($0, GalleryContext.longDisplayName, people: 6, photos: 0) },
            .page("alone") { try Self.over($0, GalleryContext.arabicName, people: 1, photos: 1) },
            .page("one line") { try Self.over($0, "Friday", people: 4, photos: 0, isMorning: false) },
            .part("own") { try Self.photo($0, isOwn: true) },
            .part("of another") { try Self.photo($0, isOwn: false) },
        ]
    }

    private static func over(
        _ gallery: GalleryContext, _ name: String, people count: Int, photos: Int, isMorning: Bool = true
    ) throws -> GroupPastPage {
        let group = FriendGroup(
            id: ID(rawValue: 1), name: name, limit: Metres(300), needsAdmission: false, createdAt: gallery.ago(15),
            endsAt: gallery.ago(10), endedAt: gallery.ago(10), code: "", linkVersion: 1, conversation: nil)
        let people = [gallery.viewer.person] + FriendExamples.people(gallery, 5)
        let members = people.prefix(count).enumerated().map { place, person in
            GroupMember(
                id: ID(rawValue: Int64(place + 1)), group: group.id, person: person, isGuest: false,
                isMaker: place == 0, phone: "", joinedAt: gallery.ago(15), admittedAt: gallery.ago(15), leftAt: nil,
                device: nil, battery: nil, pausedUntil: nil, mutedAt: nil, homeAt: nil, helpAt: nil, helpToldAt: nil)
        }
        return GroupPastPage(
            gallery.frame(name, .groups), group, members,
            try (0..<photos).map { try photo($0, by: people[min($0, count - 1)]) }, for: gallery.viewer.id,
            until: isMorning ? gallery.ago(-8) : nil, gallery.words)
    }

    private static func photo(_ number: Int, by person: Person) throws -> GroupPhotoQueries.Photo {
        guard let name = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        return GroupPhotoQueries.Photo(name: name, message: ID(rawValue: Int64(number + 1)), sender: person)
    }

    private static func photo(_ gallery: GalleryContext, isOwn: Bool) throws -> GroupPhotoPart {
        let person = isOwn ? gallery.viewer.person : gallery.person("mikko", called: "Mikko")
        return GroupPhotoPart(try photo(0, by: person), in: ID(rawValue: 1), isOwn: isOwn, gallery.frame(""))
    }
}
