import Atlas
import Database
import HTML
import HTTP
import Media
import Proximity

/// What the page of a photo of the day is made of.
struct MomentMaterial {
    let moment: SeenMoment
    /// The newest first.
    let comments: [SeenComment]
    /// The last one, if there are more.
    let next: ID<MomentComment>?
    let reactions: [SeenReaction]
}

/// `GET /moments/{id}`
struct MomentPage {
    let frame: Frame
    let id: ID<Moment>
    let isOwn: Bool
    let author: PersonPart
    let title: String
    let picture: MomentPicturePart
    /// "Monday 23 November 2026" and the address of its map.
    let day: LinkPart
    /// "16:43"
    let clock: String
    /// The instant for machines.
    let machine: String
    /// "42 min late", "Retaken twice".
    let marks: [String]
    let caption: String
    let place: MomentPlacePart?
    /// Who sees one's own; otherwise "".
    let audience: String
    let send: LinkPart?
    let reactions: MomentReactionsPart
    let comments: MomentCommentsPart
    let report: TextAreaPart

    init(
        frame: Frame, _ material: MomentMaterial, _ viewer: Viewer, _ basemaps: Basemaps, _ now: Timestamp,
        send: LinkPart?, key: String, form: FormFields = FormFields(), refused comment: ID<MomentComment>? = nil,
        _ errors: ValidationErrors = ValidationErrors()
    ) {
        let moment = material.moment
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        self.frame = frame
        self.send = send
        id = moment.id
        isOwn = moment.isOwn
        author = PersonPart(moment.author)
        title = MomentWords.title(moment)
        picture = MomentPicturePart(moment)
        day = LinkPart(MomentWords.day(moment.day), DailyPaths.day(moment.day))
        clock = words.clock(moment.postedAt)
        machine = RelativeTimeFormatter.machine(moment.postedAt)
        marks = [MomentWords.late(moment), MomentWords.retakes(moment)].filter { !$0.isEmpty }
        caption = moment.caption
        place = moment.coordinate.map { MomentPlacePart($0, moment.place, viewer, basemaps) }
        audience =
            !moment.isOwn
            ? "" : moment.audience == .everyone ? "Everyone on this site sees it." : "Your friends see it."
        reactions = MomentReactionsPart(frame, moment.id, material.reactions, viewer, errors)
        comments = MomentCommentsPart(
            frame, material, viewer, words, key: key, form: form, refused: comment, errors)
        let isPhoto = comment == nil
        report = TextAreaPart(
            "reason", "What is wrong with it", value: isPhoto ? form["reason"] ?? "" : "", rows: 3, isRequired: true,
            max: NewReport.longestReason, isPhoto ? errors : ValidationErrors())
    }
}

/// Where a photo was taken: the place, or the area around it.
struct MomentPlacePart {
    let map: MapPart
    /// "Near Senaatintori, Helsinki", "Around Kallio, Helsinki".
    let words: String

    init(_ place: Coordinate, _ kind: Moment.Place, _ viewer: Viewer, _ basemaps: Basemaps) {
        let name = PlaceFormatter(basemaps.places, viewer.units).words(place)
        if kind == .area {
            words = "Somewhere around here: \(name)"
            map = MapPart(around: SnappedPosition(place), viewer, basemaps)
        } else {
            words = name
            let pin = Pin(kind: .place, coordinate: place, title: "Here it was taken")
            map = MapPart(pin, gate: Metres(50), viewer, basemaps)
        }
    }
}

/// The reactions on a photo's page.
struct MomentReactionsPart {
    let frame: Frame
    let id: ID<Moment>
    /// Each emoji that somebody chose, the most frequent first, then those that are offered.
    let emoji: [Choice]
    let faces: [Face]
    let hasOwnFace: Bool
    let error: FieldErrorPart
    let photoError: FieldErrorPart

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

    init(
        _ frame: Frame, _ id: ID<Moment>, _ reactions: [SeenReaction], _ viewer: Viewer,
        _ errors: ValidationErrors = ValidationErrors()
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
                names: MomentReactionsPart.names(people, viewer))
        }
        faces = reactions.compactMap { reaction in
            reaction.photo.map { Face(picture: MediaPaths.of($0.text, .small) ?? "", name: reaction.person.name) }
        }
        hasOwnFace = reactions.contains { $0.photo != nil && $0.person.id == viewer.id }
        error = errors.part("emoji")
        photoError = errors.part("photo")
    }

    private static let mostNames = 12

    private static func names(_ people: [SeenReaction], _ viewer: Viewer) -> String {
        let names = people.prefix(mostNames).map { $0.person.id == viewer.id ? "you" : $0.person.name }
        let rest = people.count - names.count
        return WordList.join(names + (rest > 0 ? ["\(rest) more"] : []))
    }
}

/// The comments on a photo's page.
struct MomentCommentsPart {
    let frame: Frame
    let id: ID<Moment>
    let key: String
    let text: TextAreaPart
    /// The first one first.
    let comments: [MomentCommentPart]
    let earlier: String

    /// Which part of an open page it is.
    var name: String { Daily.part(id) }

    init(
        _ frame: Frame, _ material: MomentMaterial, _ viewer: Viewer, _ words: RelativeTimeFormatter, key: String,
        form: FormFields, refused comment: ID<MomentComment>?, _ errors: ValidationErrors
    ) {
        let moment = material.moment
        self.frame = frame
        self.key = key
        id = moment.id
        text = TextAreaPart(
            "text", "Comment", value: form["text"] ?? "", rows: 1,
            placeholder: moment.isOwn ? "Say something" : "Say something to \(moment.author.name)", isRequired: true,
            max: Moment.longestComment, errors)
        comments = material.comments.reversed().map {
            MomentCommentPart(
                $0, on: moment, viewer, words,
                report: $0.id == comment ? (form["reason"] ?? "", errors.part("reason")) : nil)
        }
        earlier = material.next.map { "\(DailyPaths.moment(moment.id))?after=\($0)" } ?? ""
    }
}

/// A comment.
struct MomentCommentPart {
    let id: ID<MomentComment>
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
        _ comment: SeenComment, on moment: SeenMoment, _ viewer: Viewer, _ words: RelativeTimeFormatter,
        report: (reason: String, error: FieldErrorPart)?
    ) {
        reason = report?.reason ?? ""
        error = report?.error ?? ValidationErrors().part("reason")
        id = comment.id
        writer = PersonPart(comment.writer)
        text = comment.text
        time = TimePart(brief: comment.createdAt, words)
        isOwn = comment.writer.id == viewer.id
        isRemovable = isOwn || moment.isOwn
    }
}
