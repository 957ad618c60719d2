import Foundation
import Proximity

/// A cell in which somebody was, and roughly when: all that others may know of where a person is.
struct Area: Sendable, Equatable {
    let position: SnappedPosition
    /// The beginning of the half hour of the fix, never the fix's own time.
    let takenAt: Timestamp
    /// From when on it is not shown: its owner wants positions kept no longer. A full half hour too.
    let endsAt: Timestamp
    /// The owner's time zone: others read the time as a part of the day there.
    let zone: TimeZone
}

/// What a person wants of the area that their friends see.
struct AreaChoices: Sendable {
    let isOn: Bool
    /// Until when they are, or were, paused.
    let pausedUntil: Timestamp?
    let retentionHours: Int
    let zone: TimeZone

    /// Whether a position of some time may become an area. One that was taken during a pause never does, even when it comes
    /// in after the pause.
    func allow(_ time: Timestamp, now: Timestamp) -> Bool {
        isOn && pausedUntil.map { $0 <= now && $0 <= time } ?? true
    }
}

/// What a person's positions and choices become for their friends. Keeper's own state: only `shown` leaves it.
///
/// Four things keep a friend who looks every minute from learning more than cells:
/// - The cell changes with hysteresis (`Snapping`), so that an edge is not given away by flipping.
/// - Whatever changes is shown from the next full half hour on: the moment of a change is neither that of a crossing nor
///   that of a pause. A pause, a phone that is off, forgotten positions and an area that is switched off look the same.
/// - Its time is the beginning of a half hour as well.
/// - Its words are in the owner's time zone: readers who change theirs see the same.
struct AreaTrail: Sendable, Equatable {
    /// The cell with its hysteresis.
    private(set) var snapping = Snapping()
    /// What is shown from `opensAt` on; nil for nothing.
    private(set) var latest: Area?
    private(set) var opensAt = Timestamp(seconds: 0)
    /// What is shown until then.
    private(set) var earlier: Area?

    /// A fix that is less sure than this many metres does not tell a cell, which is about 1,100 m wide.
    static let worstAccuracy: Metres = 500

    /// Nothing is known, nothing is shown.
    init() {}

    /// A trail as it was stored.
    init(snapping: Snapping, latest: Area?, opensAt: Timestamp, earlier: Area?) {
        self.snapping = snapping
        self.latest = latest
        self.opensAt = opensAt
        self.earlier = earlier
    }

    /// The state after a believed position. One that is too unsure, or older than what is known, changes nothing.
    func advanced(by fix: Fix, _ choices: AreaChoices, now: Timestamp) -> AreaTrail {
        let time = HalfHour.beginning(of: min(fix.time, now))
        let snapping = snapping.advanced(to: fix.coordinate, at: fix.time)
        guard AreaTrail.tells(fix), latest.map({ time >= $0.takenAt }) ?? true, let position = snapping.position
        else { return self }
        let endsAt = time + Double(choices.retentionHours) * 3_600
        var next = changed(to: Area(position: position, takenAt: time, endsAt: endsAt, zone: choices.zone), now)
        next.snapping = snapping
        return next
    }

    /// The state after its owner paused, switched the area off or forgot their positions. It begins anew with a position
    /// that is allowed again, as when a phone comes back.
    func hidden(now: Timestamp) -> AreaTrail {
        var next = changed(to: nil, now)
        next.snapping = Snapping()
        return next
    }

    /// The state after its owner chose how many hours positions are kept. What has ended does not come back.
    func kept(hours: Int, now: Timestamp) -> AreaTrail {
        guard let latest, now < latest.endsAt else { return self }
        let endsAt = latest.takenAt + Double(hours) * 3_600
        return changed(
            to: Area(position: latest.position, takenAt: latest.takenAt, endsAt: endsAt, zone: latest.zone), now)
    }

    private func changed(to area: Area?, _ now: Timestamp) -> AreaTrail {
        guard area != latest else { return self }
        var next = self
        if opensAt <= now {
            next.earlier = shown(now)
            next.opensAt = HalfHour.next(after: now)
        }
        next.latest = area
        return next
    }

    /// What may be shown, if anything.
    func shown(_ now: Timestamp) -> Area? {
        (opensAt <= now ? latest : earlier).flatMap { now < $0.endsAt ? $0 : nil }
    }

    /// When what is shown now gives way to nothing by its owner's will; nil when it does not.
    func endOfShown(_ now: Timestamp) -> Timestamp? {
        shown(now) != nil && opensAt > now && latest == nil ? opensAt : nil
    }

    private static func tells(_ fix: Fix) -> Bool { fix.accuracy.map { $0 <= worstAccuracy } ?? true }
}
