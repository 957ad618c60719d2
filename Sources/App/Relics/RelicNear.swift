import Database
import HTML
import Proximity

/// Relics that open where somebody stands: in the answer to their position, on the home page and, for who wants it, as a
/// notice. Never what they say.
extension Relics: PositionObserver {
    /// Relics are on the map: they open for any good fix, without a look. Where the answer does not tell of them, they are
    /// looked for only for who wants the notice.
    func reaction(to fix: Fix, isAnswered: Bool) -> PositionReaction {
        guard isAnswered else {
            return { database, arrival in
                guard try isTold(database, arrival.account) else { return PositionEffects() }
                return try meet(database, in: RelicQueries.reaches(of: fix), arrival)
            }
        }
        let area = RelicQueries.reaches(of: fix)
        return { try meet($0, in: area, $1) }
    }

    private func isTold(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try !notices.channels(database, of: Relics.nearKind, for: account).isEmpty
    }

    private func meet(
        _ database: Writer, in area: SQL, _ arrival: Arrival
    ) throws -> PositionEffects {
        let typed = site.settings.allowsTyped
        let objection = Gate.objection(
            to: arrival.fix, now: arrival.now, isPlausible: arrival.isPlausible, allowsTyped: typed)
        guard objection == nil else { return PositionEffects() }
        let near = try RelicQueries.near(database, arrival.fix, in: area, for: arrival.account, arrival.now)
        try tellNear(database, near, arrival)
        return PositionEffects(
            events: near.map {
                PositionEvent(kind: Relics.nearKind, url: RelicPaths.relic($0.id), title: Relics.nearTitle($0))
            })
    }

    static let nearKind = "relic.near"
    /// Seconds after which somebody is told again of the same relic: a little less than a day, so that who passes at the
    /// same hour every morning is told every morning.
    static let nearRest = 20 * 3_600.0

    /// "A photo from Leena is here"
    static func nearTitle(_ relic: KnownRelic) -> String {
        "A \(relic.kind.rawValue) from \(relic.maker.name) is here"
    }

    /// Only for who wants it: otherwise no row tells where somebody was.
    private func tellNear(_ database: Writer, _ near: [KnownRelic], _ arrival: Arrival) throws {
        let unopened = near.filter { !$0.isOpened }
        guard !unopened.isEmpty, try isTold(database, arrival.account) else { return }
        for relic in unopened
        where try RelicQueries.setNear(database, relic.id, arrival.account, rest: Relics.nearRest, arrival.now) {
            try notices.announce(
                database, Relics.nearKind, subject: relic.id.rawValue, to: arrival.account, from: relic.maker.id,
                isAgain: true, arrival.now)
        }
    }

    /// Off until the person chooses it.
    var nearNotice: NoticeKind {
        NoticeKind(
            name: Relics.nearKind, icon: "footprints", words: "You come by a relic", channels: [],
            push: PushManner(urgency: .low)
        ) { database, notices, viewer, now in
            let ids = notices.map { ID<Relic>(rawValue: $0.subject) }
            let relics = try RelicQueries.known(database, ids, to: viewer, now)
            let pairs = notices.compactMap { notice in
                relics.first { $0.id.rawValue == notice.subject && !$0.isOwn }.map {
                    (notice.id, NoticeText(title: Relics.nearTitle($0), path: RelicPaths.relic($0.id)))
                }
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    var nearJob: JobKind {
        .sweep("relics.near") { [site] job in
            try site.database.write { try RelicQueries.deleteNear($0, before: job.now - Relics.nearRest) }
        }
    }
}

extension Relics: HomePageSource {
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] {
        [try herePart(database, viewer, now)].compactMap { $0 }
    }

    /// What opens where the viewer is, by the newest fix of any of their devices that counts; nil for nothing.
    private func herePart(_ database: Reader, _ viewer: Viewer, _ now: Timestamp) throws -> DeferredPart? {
        let typed = site.settings.allowsTyped
        let fix = try positions.fixes(database, of: viewer.id, now).first {
            Gate.objection(to: $0.fix, now: now, isPlausible: $0.isPlausible, allowsTyped: typed) == nil
        }?.fix
        guard let fix else { return nil }
        let near = try RelicQueries.near(
            database, fix, in: RelicQueries.reaches(of: fix), for: viewer.id, now)
        if near.isEmpty { return nil }
        return { Markup(NearRelicsPart(relics: near.map { RelicRowPart($0, from: fix.coordinate, viewer.units) })) }
    }
}

/// Relics that open where the viewer stands.
struct NearRelicsPart {
    let relics: [RelicRowPart]
}

/// A relic in a list of those that one may know of.
struct RelicRowPart {
    let title: String
    /// "Locked · about 3 hours old · 180 m away"
    let detail: String
    let icon: String
    let path: String

    /// - Parameter isOfPerson: in a list of one person's relics, which does not repeat their name.
    init(_ relic: KnownRelic, from place: Coordinate?, _ units: DistanceFormat, isOfPerson: Bool = false) {
        title = isOfPerson ? RelicWords.noun(relic.kind) : RelicWords.title(relic)
        let state = relic.isOpened && !relic.isOwn ? "opened" : relic.isLocked ? "locked" : ""
        let distance = place.map { "\(units.string(for: $0.distance(to: relic.coordinate))) away" } ?? ""
        let words = [state, relic.age.words, relic.age.leftWords, distance].filter { !$0.isEmpty }
            .joined(separator: " · ")
        detail = words.prefix(1).uppercased() + words.dropFirst()
        icon = RelicWords.icon(relic.kind)
        path = RelicPaths.relic(relic.id)
    }
}
