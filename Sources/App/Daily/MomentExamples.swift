import Database
import HTTP
import Media
import Proximity

/// Examples of the page of a photo of the day.
struct MomentExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("a friend's") { try page($0, isOwn: false) },
            .page("one's own, late") { try page($0, isOwn: true, late: 42 * 60_000, place: .area) },
            .page("without answers") { try page($0, isOwn: false, place: .none, isQuiet: true) },
            .page("wrong") { try page($0, isOwn: false, MomentExamples.wrong) },
            .part("a person's") { gallery in try PersonMomentsPart([moment(gallery, isOwn: false)]) },
            .part("usual") { try page($0, isOwn: false).comments },
            .part("usual") { try page($0, isOwn: false).reactions },
            .part("a place") { MomentPlacePart(DemoCast.centre, .exact, $0.viewer, basemaps) },
            .part("an area") { MomentPlacePart(DemoCast.centre, .area, $0.viewer, basemaps) },
        ]
    }

    private static var wrong: ValidationErrors {
        var errors = ValidationErrors("text", "Write a few words.")
        errors.add("emoji", "Choose one emoji.")
        return errors
    }

    /// - Throws: never; a name has 26 letters.
    private func name(_ letter: String) throws -> MediaName {
        guard let name = MediaName(String(repeating: letter, count: 26)) else { throw Failure.notFound }
        return name
    }

    private func page(
        _ gallery: GalleryContext, isOwn: Bool, late: Int64 = 0, place: Moment.Place = .exact, isQuiet: Bool = false,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> MomentPage {
        let moment = try moment(gallery, isOwn: isOwn, late: late, place: place)
        let friend = MomentExamples.friend
        let comments = [
            SeenComment(
                id: ID(rawValue: 3), writer: gallery.viewer.person, text: "Which one is this?",
                createdAt: gallery.ago(1)),
            SeenComment(id: ID(rawValue: 2), writer: friend, text: "The big one.", createdAt: gallery.ago(1)),
        ]
        let reactions = [
            SeenReaction(person: friend, emoji: "🔥", photo: nil),
            SeenReaction(person: gallery.viewer.person, emoji: "🔥", photo: nil),
            SeenReaction(person: friend, emoji: "", photo: try name("d")),
        ]
        let material = MomentMaterial(
            moment: moment, comments: isQuiet ? [] : comments, next: nil, reactions: isQuiet ? [] : reactions)
        return MomentPage(
            frame: gallery.frame(MomentWords.title(moment), .daily), material, gallery.viewer, basemaps, gallery.now,
            send: nil, key: "key", errors)
    }

    private static let friend = Person(id: ID(rawValue: 2), username: "leena", displayName: "Leena")

    private func moment(
        _ gallery: GalleryContext, isOwn: Bool, late: Int64 = 0, place: Moment.Place = .exact
    ) throws -> SeenMoment {
        SeenMoment(
            id: ID(rawValue: 1), author: isOwn ? gallery.viewer.person : MomentExamples.friend,
            day: CalendarDay(gallery.now, gallery.viewer.timeZone), back: try name("b"), front: try name("c"),
            caption: "Warm in here.", place: place, coordinate: place == .none ? nil : DemoCast.centre,
            retakes: isOwn ? 2 : 0, late: late, audience: .friends, postedAt: gallery.ago(2), isOwn: isOwn)
    }
}
