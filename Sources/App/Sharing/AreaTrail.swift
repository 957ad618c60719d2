import Foundation
import Proximity

/// A cell in which somebody was, and roughly when: all that others may know of where a person is.
struct Area: Sendable, Equatable {
    let position: SnappedPosition
    /// The beginning of the half hour of the fix, never the fix's own time.
    let takenAt: Timestamp
}

/// What a person's positions become for their friends. Keeper's own state: only `shown` leaves it.
///
/// Three things keep a friend who looks every minute from learning more than cells:
/// - The cell changes with hysteresis (`Snapping`), so that an edge is not given away by flipping.
/// - It is shown from the next full half hour on, so that the moment of a change is not the moment of a crossing.
/// - Its time is the beginning of a half hour as well: whoever reads "this morning" in ever other time zones, to see where
///   the words change, finds that half hour and no minute.
struct AreaTrail: Sendable, Equatable {
    /// The cell with its hysteresis.
    private(set) var snapping: Snapping
    private(set) var latest: Area
    /// From when on the latest may be shown.
    private(set) var opensAt: Timestamp
    /// What is shown until then.
    private(set) var earlier: Area?

    /// The time between two changes that others may notice, in seconds. On foot that is two cells: who sees a change knows
    /// of no place on the way.
    static let step = 1_800.0
    /// A fix that is less sure than this many metres does not tell a cell, which is about 1,100 m wide.
    static let worstAccuracy: Metres = 500

    /// The first position since the area was switched on; nil when it is too unsure.
    init?(_ fix: Fix, now: Timestamp) {
        let snapping = Snapping().advanced(to: fix.coordinate, at: fix.time)
        guard AreaTrail.tells(fix), let position = snapping.position else { return nil }
        self.snapping = snapping
        latest = Area(position: position, takenAt: AreaTrail.slot(min(fix.time, now)))
        opensAt = AreaTrail.slot(now) + AreaTrail.step
    }

    /// A trail as it was stored.
    init(snapping: Snapping, latest: Area, opensAt: Timestamp, earlier: Area?) {
        self.snapping = snapping
        self.latest = latest
        self.opensAt = opensAt
        self.earlier = earlier
    }

    /// The state after a believed position. One that is too unsure, or older than what is known, changes nothing.
    func advanced(by fix: Fix, now: Timestamp) -> AreaTrail {
        let time = AreaTrail.slot(min(fix.time, now))
        let snapping = snapping.advanced(to: fix.coordinate, at: fix.time)
        guard AreaTrail.tells(fix), time >= latest.takenAt, let position = snapping.position else { return self }
        var next = self
        if opensAt <= now {
            next.earlier = latest
            next.opensAt = AreaTrail.slot(now) + AreaTrail.step
        }
        next.snapping = snapping
        next.latest = Area(position: position, takenAt: time)
        return next
    }

    /// What may be shown, if anything: nothing that is older than its owner wants positions kept.
    func shown(_ now: Timestamp, retentionHours: Int) -> Area? {
        let area = opensAt <= now ? latest : earlier
        return area.flatMap { now.seconds(since: $0.takenAt) < Double(retentionHours) * 3_600 ? $0 : nil }
    }

    private static func tells(_ fix: Fix) -> Bool { fix.accuracy.map { $0 <= worstAccuracy } ?? true }

    /// The beginning of the half hour of a time, the same for everybody.
    private static func slot(_ time: Timestamp) -> Timestamp {
        let step = Int64(AreaTrail.step * 1_000)
        let rest = time.milliseconds % step
        return Timestamp(milliseconds: time.milliseconds - (rest < 0 ? rest + step : rest))
    }
}
