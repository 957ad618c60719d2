import Database
import HTML
import Proximity

/// Relics that open where somebody stands: in the answer to their position, on the home page and, for who wants it, as a
/// notice. Never what they say.
extension Relics: PositionObserver {
    /// Relics are on the map: they open for any good fix, without a look. Where the answer does not tell of them, they are
    /// looked for only for who wants the notice.
    func handler(for fix: Fix, isAnswered: Bool) -> PositionHandler {
        guard isAnswered else {
            return { database, submission in
                guard try wantsNotice(database, submission.account) else { return PositionEffects() }
                return try nearEffects(database, in: RelicQueries.covering(of: fix), submission)
            }
        }
        let (area, around) = (RelicQueries.covering(of: fix), RelicQueries.surroundings(of: fix))
        return { database, submission in
            var effects = try nearEffects(database, in: area, submission)
            effects.surroundings = try surroundings(database, in: around, submission)
            return effects
        }
    }

    /// "2 relics within 50 m.": those that the person may open and has not. Their map shows the same pins.
    private func surroundings(
        _ database: Reader, in area: SQL, _ submission: PositionSubmission
    ) throws -> [String] {
        guard submission.looks, isGood(submission) else { return [] }
        let count = try RelicQueries.count(
            database, around: submission.fix, in: area, for: submission.account, submission.now)
        if count == 0 { return [] }
        let reach = submission.units.string(for: RelicQueries.counted)
        let most = RelicQueries.maxCounted - 1
        let relics = count > most ? "\(most)+ relics" : count == 1 ? "1 relic" : "\(count) relics"
        return ["\(relics) within \(reach)."]
    }

    private func isGood(_ submission: PositionSubmission) -> Bool {
        Gate.objection(
            to: submission.fix, now: submission.now, isPlausible: submission.isPlausible,
            allowsTyped: site.settings.allowsTyped) == nil
    }

    private func wantsNotice(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try !notices.channels(database, of: Relics.nearKind, for: account).isEmpty
    }

    /// What opens here; tells who wants the notice.
    private func nearEffects(
        _ database: Writer, in area: SQL, _ submission: PositionSubmission
    ) throws -> PositionEffects {
        guard isGood(submission) else { return PositionEffects() }
        let near = try RelicQueries.near(
            database, submission.fix, in: area, for: submission.account, at: submission.now)
        try notifyNear(database, near, submission: submission)
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
    private func notifyNear(_ database: Writer, _ near: [KnownRelic], submission: PositionSubmission) throws {
        let unopened = near.filter { !$0.isOpened }
        guard !unopened.isEmpty, try wantsNotice(database, submission.account) else { return }
        for relic in unopened
        where try RelicQueries.setNear(
            database, relic.id, account: submission.account, rest: Relics.nearRest, at: submission.now)
        {
            try notices.notify(
                database, Relics.nearKind, subject: relic.id.rawValue, to: submission.account, from: relic.maker.id,
                isAgain: true, at: submission.now)
        }
    }

    /// Off until the person chooses it.
    var nearNotice: NoticeKind {
        NoticeKind(
            name: Relics.nearKind, icon: "footprints", words: "You’re near a relic", channels: [],
            push: PushOptions(urgency: .low),
            holds: .until { database, notices, _, now in
                try RelicQueries.nextChange(database, of: notices.map { ID(rawValue: $0.subject) }, after: now)
            }
        ) { database, notices, viewer, now in
            let ids = notices.map { ID<Relic>(rawValue: $0.subject) }
            let relics = try RelicQueries.known(database, ids, to: viewer, at: now)
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
        [try herePart(database, viewer, at: now)].compactMap { $0 }
    }

    /// What opens where the viewer is, by the newest fix of any of their devices that counts; nil for nothing.
    private func herePart(_ database: Reader, _ viewer: Viewer, at now: Timestamp) throws -> DeferredPart? {
        let typed = site.settings.allowsTyped
        let fix = try positions.fixes(database, of: viewer.id, now).first {
            Gate.objection(to: $0.fix, now: now, isPlausible: $0.isPlausible, allowsTyped: typed) == nil
        }?.fix
        guard let fix else { return nil }
        let near = try RelicQueries.near(
            database, fix, in: RelicQueries.covering(of: fix), for: viewer.id, at: now)
        if near.isEmpty { return nil }
        let script = site.assets.pageScripts["near"] ?? ""
        return { Markup(NearRelicsPart(near, from: fix.coordinate, viewer.units, script: script)) }
    }
}

/// Relics that open where the viewer stands.
struct NearRelicsPart {
    let relics: [RelicRowPart]
    /// Those that the viewer has not opened: a script raises them over the page.
    let unopened: [RelicRowPart]
    /// "A photo from Leena is here", "2 relics are right here"
    let title: String
    /// The address of the script.
    let script: String

    init(_ near: [KnownRelic], from place: Coordinate, _ units: DistanceFormat, script: String) {
        relics = near.map { RelicRowPart($0, from: place, units) }
        let new = near.filter { !$0.isOpened }
        unopened = new.map { RelicRowPart($0, from: place, units) }
        title = new.count == 1 ? Relics.nearTitle(new[0]) : "\(new.count) relics are right here"
        self.script = script
    }
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
