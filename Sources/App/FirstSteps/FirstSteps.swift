import Database
import HTTP
import Proximity

/// The page on which a new account begins: a few things that one can do at once, each gone once it is done.
///
/// What is done is read from what is stored. Kept is only that the page is there: from the sign-up until its owner puts it
/// away, or for a month.
struct FirstSteps: Feature {
    let site: Site
    let friends: Friends

    static let migrations = FirstStepQueries.migrations

    /// Seconds after which the page goes by itself.
    static let life = 30 * 86_400.0
    /// Most steps that it shows.
    static let maxShown = 4

    var routes: [Route] { [.get("/first", show), .post("/first/done", putAway)] }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .you, rank: 4, path: FirstStepPaths.page, icon: "footprints", words: "First steps",
                isShown: { hasSteps(for: $0) })
        ]
    }

    var jobKinds: [JobKind] {
        [
            .sweep("firststeps.sweep") { [site] job in
                try site.database.write { try FirstStepQueries.closeAll($0, before: job.now - FirstSteps.life) }
            }
        ]
    }

    var personalData: PersonalData {
        PersonalData(
            leftOut: ["first_steps": "says only that the page of first steps is still shown"],
            delete: { database, account, _ in try FirstStepQueries.close(database, for: account) })
    }

    var galleryExamples: [GalleryExample] { FirstStepExamples.all }

    /// `GET /first`
    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let steps = try site.database.read { try remaining($0, for: viewer, context.now) }
        guard !steps.isEmpty else { return context.redirect(to: SitePaths.home) }
        return context.page(
            FirstStepsPage(frame: context.frame("First steps", .you), steps: steps.map { $0.card }))
    }

    /// `POST /first/done`
    func putAway(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try FirstStepQueries.close($0, for: viewer.id) }
        return context.redirect(to: SitePaths.home, saying: "First steps are hidden.")
    }

    /// What is left to do for a newcomer, the most urgent first; nothing where the page was put away.
    private func remaining(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [FirstStep] {
        guard try FirstStepQueries.isOpen(database, for: viewer.id) else { return [] }
        let people = try friends.friends(database, of: viewer.id)
        let sources = site.features.conforming(to: (any FirstStepSource).self)
        let all = try sources.flatMap { try $0.firstSteps(database, for: viewer, friends: people, now) }
        return Array(all.sorted { $0.rank < $1.rank }.prefix(FirstSteps.maxShown))
    }

    /// Asked where the link may stand; without the database there is none.
    private func hasSteps(for viewer: Viewer) -> Bool {
        let found = try? site.database.read { try !remaining($0, for: viewer, site.now).isEmpty }
        return found ?? false
    }
}

extension FirstSteps {
    /// The page, on which every new account begins.
    static let firstPage = FirstPage(
        path: FirstStepPaths.page, open: { try FirstStepQueries.open($0, for: $1, $2) },
        isOpen: { try FirstStepQueries.isOpen($0, for: $1) })
}

extension FirstSteps: HomePageSource {
    /// The page, for as long as something on it is left to do.
    func nextStep(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> NextStepPart? {
        guard let first = try remaining(database, for: viewer, now).first else { return nil }
        return NextStepPart(
            mark: .icon(IconPart("footprints")), title: "Your first steps", words: first.card.title,
            path: FirstStepPaths.page)
    }
}
