import Atlas
import Database
import HTML
import HTTP
import Proximity

/// A person's relics, for who may know of them: on their page the first few, all on a page of their own.
extension Relics: PersonPageSource {
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart? {
        let relics = try RelicQueries.of(
            database, person.id, to: viewer.id, after: nil, limit: Relics.fewOfPerson + 1, at: now)
        if relics.isEmpty { return nil }
        let place = try recentPlace(database, viewer, at: now)
        return {
            Markup(
                PersonRelicsPart(
                    relics.prefix(Relics.fewOfPerson).map {
                        RelicRowPart($0, from: place, viewer.units, isOfPerson: true)
                    }, more: relics.count > Relics.fewOfPerson ? RelicPaths.ofPerson(person.username) : ""))
        }
    }

    /// Relics on a person's page.
    static let fewOfPerson = 5

    /// `GET /people/{username}/relics`
    func showRelicsOfPerson(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let now = context.now
        let after = context.query["after"].flatMap { ID<Relic>($0) }
        let name = context.parameters["username"] ?? ""
        let found = try site.database.read { database -> (Person, [KnownRelic], Coordinate?)? in
            guard let person = try FriendQueries.person(database, named: name, viewer: viewer.id) else { return nil }
            let relics = try RelicQueries.of(
                database, person.id, to: viewer.id, after: after, limit: RelicQueries.maxListed + 1, at: now)
            return (person, relics, try recentPlace(database, viewer, at: now))
        }
        guard let (person, relics, place) = found else { throw Failure.notFound }
        let shown = relics.prefix(RelicQueries.maxListed)
        let page = PersonRelicsPage(
            frame: context.frame("Relics of \(person.name)", .none), person: PersonPart(person),
            relics: shown.map { RelicRowPart($0, from: place, viewer.units, isOfPerson: true) },
            more: relics.count > shown.count ? RelicPaths.ofPerson(person.username, after: shown.last?.id) : "",
            isFirst: after == nil)
        return context.page(page)
    }
}

/// Some of a person's relics on their page.
struct PersonRelicsPart {
    let relics: [RelicRowPart]
    /// The page with all; "" if these are all.
    let more: String

    init(_ relics: [RelicRowPart], more: String) {
        self.relics = relics
        self.more = more
    }
}

/// `GET /people/{username}/relics`
struct PersonRelicsPage {
    let frame: Frame
    let person: PersonPart
    let relics: [RelicRowPart]
    /// The next page; "" on the last.
    let more: String
    let isFirst: Bool
}

extension RelicQueries {
    /// A person's relics that a viewer may know of, some more after each. By their ids, which tell no order: any order
    /// by time would tell more of it than the age that is shown.
    static func of(
        _ database: Reader, _ maker: ID<Account>, to viewer: ID<Account>, after last: ID<Relic>?, limit: Int,
        at now: Timestamp
    ) throws -> [KnownRelic] {
        try database.all(
            """
            SELECT \(columns(for: viewer)) \(known(to: viewer, now)) AND relic.maker_id = \(maker)
              AND relic.id > \(last?.rawValue ?? 0) ORDER BY relic.id LIMIT \(limit)
            """
        ) { try KnownRelic($0, viewer: viewer, at: now) }
    }
}
