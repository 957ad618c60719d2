import Database
import HTTP
import Media
import Proximity

/// Examples of the page of a photo of the day.
struct DailyPostExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("a friend's") { try page($0, isOwn: false) },
            .page("one's own, late") { try page($0, isOwn: true, late: 42 * 60_000, place: .area) },
            .page("without answers") { try page($0, isOwn: false, place: .none, isQuiet: true) },
            .page("wrong") { try page($0, isOwn: false, DailyPostExamples.wrong) },
            .part("a person's") { gallery in try PersonDailyPostsPart([post(gallery, isOwn: false)]) },
            .part("usual") { try page($0, isOwn: false).comments },
            .part("usual") { try page($0, isOwn: false).reactions },
            .part("a place") { DailyPostPlacePart(DemoCast.centre, kind: .exact, for: $0.viewer, basemaps: basemaps) },
            .part("an area") { DailyPostPlacePart(DemoCast.centre, kind: .area, for: $0.viewer, basemaps: basemaps) },
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
        _ gallery: GalleryContext, isOwn: Bool, late: Int64 = 0, place: DailyPost.Place = .exact, isQuiet: Bool = false,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> DailyPostPage {
        let post = try post(gallery, isOwn: isOwn, late: late, place: place)
        let friend = DailyPostExamples.friend
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
        let material = DailyPostMaterial(
            post: post, comments: isQuiet ? [] : comments, next: nil, reactions: isQuiet ? [] : reactions)
        return DailyPostPage(
            frame: gallery.frame(DailyPostWords.title(post), .daily), material, for: gallery.viewer, basemaps: basemaps,
            at: gallery.now,
            send: nil, key: "key", errors: errors)
    }

    private static let friend = Person(id: ID(rawValue: 2), username: "leena", displayName: "Leena")

    private func post(
        _ gallery: GalleryContext, isOwn: Bool, late: Int64 = 0, place: DailyPost.Place = .exact
    ) throws -> SeenDailyPost {
        SeenDailyPost(
            id: ID(rawValue: 1), author: isOwn ? gallery.viewer.person : DailyPostExamples.friend,
            day: CalendarDay(gallery.now, gallery.viewer.timeZone), back: try name("b"), front: try name("c"),
            caption: "Warm in here.", place: place, coordinate: place == .none ? nil : DemoCast.centre,
            retakes: isOwn ? 2 : 0, late: late, audience: .friends, postedAt: gallery.ago(2), isOwn: isOwn)
    }
}
