import Database
import Foundation
import HTML
import Proximity

// The area that friends of a person see; off by default.

extension Sharing: PresenceObserver {
    /// Updates the area.
    func moved(_ database: Writer, _ arrivals: [Arrival]) throws -> PositionEffects {
        guard let last = arrivals.last, let choices = try AreaQueries.choices(database, of: last.account) else {
            return PositionEffects()
        }
        let allowed = arrivals.filter { $0.isPlausible && choices.allow($0.fix.time, now: $0.now) }
        try change(database, last.account) { trail in
            allowed.reduce(trail) { $0.advanced(by: $1.fix, choices, now: $1.now) }
        }
        return PositionEffects()
    }

    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        try hide(database, viewer.id, viewer.timeZone, now)
    }
}

extension Sharing: AccountObserver {
    /// Applies changed settings, from the next full half hour on.
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String {
        guard preferences.area else {
            return try hide(database, viewer.id, TimeZone(identifier: preferences.timeZone) ?? .gmt, now)
        }
        try change(database, viewer.id) { $0.kept(hours: preferences.retentionHours, now: now) }
        return ""
    }

    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        try hide(database, viewer.id, viewer.timeZone, now)
    }
}

extension Sharing: PersonPageSource {
    /// A person's area as the viewer sees it; their own as friends see it.
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart? {
        let area =
            person.id == viewer.id
            ? try AreaQueries.trail(database, of: person.id).shown(now)
            : try AreaQueries.shown(database, of: person.id, to: viewer.id, now)
        guard let area else { return nil }
        return { [basemaps] in
            let whose = person.id == viewer.id ? "you are" : "\(person.name) is"
            return Markup(PersonAreaPart(whose: whose, area: AreaPart(area, viewer, now, basemaps)))
        }
    }
}

extension Sharing {
    /// Hides a person's area from friends, from the next full half hour on.
    ///
    /// - Returns: a sentence for the person, "" if nothing is shown.
    private func hide(
        _ database: Writer, _ account: ID<Account>, _ zone: TimeZone, _ now: Timestamp
    ) throws -> String {
        try change(database, account) { $0.hidden(now: now) }
        let end = try AreaQueries.trail(database, of: account).endOfShown(now)
        return end.map { "Friends stop seeing your area at \(RelativeTimeFormatter(zone, now: now).clock($0))." } ?? ""
    }

    /// Writes only if the trail changed, because most events change nothing.
    private func change(_ database: Writer, _ account: ID<Account>, _ body: (AreaTrail) -> AreaTrail) throws {
        let trail = try AreaQueries.trail(database, of: account)
        let next = body(trail)
        if next != trail { try AreaQueries.set(database, account, next) }
    }

    /// Deletes areas that are no longer shown.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { try AreaQueries.deleteOld($0, now) }
    }
}
