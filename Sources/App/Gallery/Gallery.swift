import Database
import Foundation
import HTML
import HTTP
import Proximity
import Synchronization

/// Shows every page and part with example data, in each of its states: `cairn serve --gallery`, for work on the design.
/// It needs no login and is off by default.
struct Gallery: Feature {
    let site: Site
    private let index = GalleryIndex()

    var routes: [Route] {
        [
            .openGet("/gallery", showList), .openGet("/gallery/events", openEvents),
            .openGet("/gallery/events/latest", showLatest), .openPost("/gallery/upload", takeUpload),
            .openPost("/gallery/refusal", refuse),
            .openGet("/gallery/{view}/{state}", showEntry),
        ]
    }

    var galleryExamples: [GalleryExample] { SiteExamples.all }

    /// The examples of all features.
    private var examples: [GalleryExample] { site.features.all.flatMap { $0.galleryExamples } }

    /// `GET /gallery`
    func showList(_ context: RequestContext) throws -> Response {
        let views = Dictionary(grouping: examples) { $0.view }.sorted { $0.key < $1.key }.map { view, examples in
            GalleryPage.ViewPart(
                name: view, links: examples.map { GalleryPage.Link(state: $0.state, address: $0.path) })
        }
        return context.page(GalleryPage(frame: GalleryContext(site, context).visitorFrame("Gallery"), views: views))
    }

    /// `GET /gallery/{view}/{state}`: shows a page alone, a part within a page.
    func showEntry(_ context: RequestContext) throws -> Response {
        let path = GalleryPaths.example(context.parameters["view"] ?? "", context.parameters["state"] ?? "")
        guard let entry = index.example(at: path, of: { examples }) else { throw Failure.notFound }
        let gallery = GalleryContext(site, context)
        let view = try entry.make(gallery)
        guard entry.isPart else { return context.finished(.html(view.rendered())) }
        let text = String(decoding: view.rendered(), as: UTF8.self)
        // A row needs a list around it.
        // Not “<link”.
        let isRow = text.trimmingCharacters(in: .whitespacesAndNewlines).prefixMatch(of: /<li[ >]/) != nil
        let markup = Markup(trusted: isRow ? "<ul class=\"card rows\">\(text)</ul>" : text)
        return context.page(
            GalleryPartPage(
                frame: gallery.frame(entry.view), name: entry.view, state: entry.state,
                style: site.assets.pageStyles[entry.style] ?? "", part: markup))
    }

    /// `GET /gallery/events`: an event stream that only reports that it is open, for testing clients.
    func openEvents(_ context: RequestContext) -> Response {
        .events(EventStream(onOpen: { $0.send(event: "tick", data: "{}") }))
    }

    /// `GET /gallery/events/latest`: as for a person who has no events.
    func showLatest(_ context: RequestContext) throws -> Response {
        try context.json(LatestEvents())
    }

    private struct LatestEvents: Encodable {
        let last = 0
        let more = false
        let events: [String] = []
    }

    /// `POST /gallery/upload`: accepts files and discards them.
    func takeUpload(_ context: RequestContext) -> Response {
        context.redirect(to: GalleryPaths.list, saying: "It has arrived.")
    }

    /// `POST /gallery/refusal`: answers with the status the form asks for, to test how the browser shows it.
    func refuse(_ context: RequestContext) throws -> Response {
        switch context.form["status"] {
        case "422": throw Failure.gateClosed("That is not quite right.")
        case "403": throw Failure.forged
        case "404": throw Failure.notFound
        default: throw Failure.tooMany(retryAfter: 5)
        }
    }
}

/// The examples by path, kept from the first visit on: each visit shows one of hundreds.
private final class GalleryIndex: Sendable {
    private let kept = Mutex<[String: GalleryExample]?>(nil)

    /// - Parameter all: makes all examples; of two with the same path the first is shown.
    func example(at path: String, of all: () -> [GalleryExample]) -> GalleryExample? {
        if let known = kept.withLock({ $0 }) { return known[path] }
        let made = Dictionary(all().map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        kept.withLock { $0 = made }
        return made[path]
    }
}

/// `GET /gallery`
struct GalleryPage {
    let frame: Frame
    let views: [ViewPart]

    /// A view with its examples.
    struct ViewPart {
        let name: String
        let links: [Link]
    }

    struct Link {
        let state: String
        let address: String
    }
}

/// A part on a page of its own.
struct GalleryPartPage {
    let frame: Frame
    let name: String
    let state: String
    /// The address of the part's style sheet; "" for none.
    let style: String
    let part: Markup

    /// A page has only one head.
    var isHead: Bool { name == "PageHeadPart" }
}
