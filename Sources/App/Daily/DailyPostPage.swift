import Atlas
import Database
import HTML
import HTTP
import Media
import Proximity

/// What the page of a photo of the day is made of.
struct DailyPostMaterial {
    let post: SeenDailyPost
    /// The newest first.
    let comments: [SeenComment]
    /// The last one, if there are more.
    let next: ID<DailyPostComment>?
    let reactions: [SeenReaction]
}

/// `GET /moments/{id}`
struct DailyPostPage {
    let frame: Frame
    let id: ID<DailyPost>
    let isOwn: Bool
    let author: PersonPart
    let title: String
    let picture: DailyPostPicturePart
    /// "Monday 23 November 2026" and the address of its map.
    let day: LinkPart
    /// "16:43"
    let clock: String
    /// The instant for machines.
    let machine: String
    /// "42 min late", "Retaken twice".
    let marks: [String]
    let caption: String
    let place: DailyPostPlacePart?
    /// Who sees one's own; otherwise "".
    let audience: String
    let send: LinkPart?
    let reactions: DailyPostReactionsPart
    let comments: DailyPostCommentsPart
    let report: TextAreaPart

    init(
        frame: Frame, _ material: DailyPostMaterial, for viewer: Viewer, basemaps: Basemaps, at now: Timestamp,
        send: LinkPart?, key: String, form: FormFields = FormFields(), refused comment: ID<DailyPostComment>? = nil,
        errors: ValidationErrors = ValidationErrors()
    ) {
        let post = material.post
        let times = RelativeTimeFormatter(viewer.timeZone, now: now)
        self.frame = frame
        self.send = send
        id = post.id
        isOwn = post.isOwn
        author = PersonPart(post.author)
        title = DailyPostWords.title(post)
        picture = DailyPostPicturePart(post)
        day = LinkPart(post.day.longText, DailyPaths.day(post.day))
        clock = times.clock(post.postedAt)
        machine = RelativeTimeFormatter.machine(post.postedAt)
        marks = [DailyPostWords.late(post), DailyPostWords.retakes(post)].filter { !$0.isEmpty }
        caption = post.caption
        place = post.coordinate.map { DailyPostPlacePart($0, kind: post.place, for: viewer, basemaps: basemaps) }
        audience =
            !post.isOwn
            ? "" : post.audience == .everyone ? "Everyone on this site sees it." : "Your friends see it."
        reactions = DailyPostReactionsPart(
            frame, id: post.id, reactions: material.reactions, for: viewer, errors: errors)
        comments = DailyPostCommentsPart(
            frame, material: material, for: viewer, times: times, key: key, form: form, refused: comment, errors: errors
        )
        let isPhoto = comment == nil
        report = TextAreaPart(
            "reason", label: "What’s wrong with it", value: isPhoto ? form["reason"] ?? "" : "", rows: 3,
            isRequired: true,
            max: NewReport.maxReasonLength, errors: isPhoto ? errors : ValidationErrors())
    }
}

/// Where a photo was taken: the place, or the area around it.
struct DailyPostPlacePart {
    let map: MapPart
    /// "Near Senaatintori, Helsinki", "Around Kallio, Helsinki".
    let words: String

    init(_ place: Coordinate, kind: DailyPost.Place, for viewer: Viewer, basemaps: Basemaps) {
        let name = PlaceFormatter(basemaps.places, viewer.units).words(place)
        if kind == .area {
            words = "Taken around here: \(name)"
            map = MapPart(around: SnappedPosition(place), viewer, basemaps)
        } else {
            words = name
            let pin = Pin(kind: .place, coordinate: place, title: "Where it was taken")
            map = MapPart(pin, gate: Metres(50), for: viewer, basemaps: basemaps)
        }
    }
}

/// The reactions on a photo's page.
struct DailyPostReactionsPart {
    let frame: Frame
    let id: ID<DailyPost>
    /// Each emoji that somebody chose, the most frequent first, then those that are offered.
    let emoji: [Choice]
    let faces: [Face]
    let hasOwnFace: Bool
    let error: FieldErrorPart
    let photoError: FieldErrorPart
    /// What screen readers call it.
    var label = "Reactions"

    struct Choice {
        let emoji: String
        let count: Int
        let isOwn: Bool
        /// "Leena and Mikko", for a tooltip and screen readers.
        let names: String

        /// "🔥, 2: Leena and Mikko. Take yours back", what screen readers say.
        var label: String {
            let who = count == 0 ? "" : ", \(count): \(names)"
            return "\(emoji)\(who). \(isOwn ? "Take yours back" : "React")"
        }
    }

    struct Face {
        let picture: String
        let name: String
    }

    /// Which part of an open page it is.
    var name: String { "\(Daily.part(id))-reactions" }
    /// The fields, which a page with several photos has several times.
    var emojiField: String { "emoji-\(id)" }
    var faceField: String { "face-\(id)" }

    init(
        _ frame: Frame, id: ID<DailyPost>, reactions: [SeenReaction], for viewer: Viewer,
        errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        self.id = id
        let chosen = Dictionary(grouping: reactions.filter { $0.photo == nil }) { $0.emoji }
        let order = chosen.keys.sorted { left, right in
            let (one, other) = (chosen[left]?.count ?? 0, chosen[right]?.count ?? 0)
            return one == other ? left < right : one > other
        }
        emoji = (order + Emoji.offered.filter { chosen[$0] == nil }).map { emoji in
            let people = chosen[emoji] ?? []
            return Choice(
                emoji: emoji, count: people.count, isOwn: people.contains { $0.person.id == viewer.id },
                names: DailyPostReactionsPart.names(people, viewer))
        }
        faces = reactions.compactMap { reaction in
            reaction.photo.map { Face(picture: MediaPaths.of($0.text, .small) ?? "", name: reaction.person.name) }
        }
        hasOwnFace = reactions.contains { $0.photo != nil && $0.person.id == viewer.id }
        error = errors.part("emoji")
        photoError = errors.part("photo")
    }

    private static let maxNames = 12

    private static func names(_ people: [SeenReaction], _ viewer: Viewer) -> String {
        let names = people.prefix(maxNames).map { $0.person.id == viewer.id ? "you" : $0.person.name }
        let rest = people.count - names.count
        return WordList.join(names + (rest > 0 ? ["\(rest) more"] : []))
    }
}

/// The comments on a photo's page.
struct DailyPostCommentsPart {
    let frame: Frame
    let id: ID<DailyPost>
    let key: String
    let text: TextAreaPart
    /// The first one first.
    let comments: [DailyPostCommentPart]
    let earlier: String

    /// Which part of an open page it is.
    var name: String { Daily.part(id) }

    init(
        _ frame: Frame, material: DailyPostMaterial, for viewer: Viewer, times: RelativeTimeFormatter, key: String,
        form: FormFields, refused comment: ID<DailyPostComment>?, errors: ValidationErrors
    ) {
        let post = material.post
        self.frame = frame
        self.key = key
        id = post.id
        text = TextAreaPart(
            "text", label: "Comment", value: form["text"] ?? "", rows: 1,
            placeholder: DailyPostWords.comment(to: post.isOwn ? nil : post.author.name), isRequired: true,
            max: DailyPost.maxCommentLength, errors: errors)
        comments = material.comments.reversed().map {
            DailyPostCommentPart(
                $0, on: post, for: viewer, times: times,
                report: $0.id == comment ? (form["reason"] ?? "", errors.part("reason")) : nil)
        }
        earlier = material.next.map { "\(DailyPaths.post(post.id))?after=\($0)" } ?? ""
    }
}

struct DailyPostCommentPart {
    let id: ID<DailyPostComment>
    let writer: PersonPart
    let text: String
    let time: TimePart
    let isOwn: Bool
    let isRemovable: Bool
    /// What was typed into the form of a report, and what is wrong with it.
    let reason: String
    let error: FieldErrorPart

    var isWrong: Bool { !error.message.isEmpty }
    /// The field of the report, of which a page has several.
    var field: String { "reason-\(id)" }

    /// - Parameter report: a report of it that was refused.
    init(
        _ comment: SeenComment, on post: SeenDailyPost, for viewer: Viewer, times: RelativeTimeFormatter,
        report: (reason: String, error: FieldErrorPart)?
    ) {
        reason = report?.reason ?? ""
        error = report?.error ?? ValidationErrors().part("reason")
        id = comment.id
        writer = PersonPart(comment.writer)
        text = comment.text
        time = TimePart(brief: comment.createdAt, times)
        isOwn = comment.writer.id == viewer.id
        isRemovable = isOwn || post.isOwn
    }
}
