import Foundation
import Proximity

/// A cell where a person was, and roughly when: the only thing that others may know of their position.
struct Area: Sendable, Equatable {
    let position: SnappedPosition
    /// The start of the half hour of the fix, never the fix's own time.
    let takenAt: Timestamp
    /// When it expires by the owner's retention; a full half hour too.
    let endsAt: Timestamp
    /// The owner's time zone: others see the time as a part of the day in this zone.
    let zone: TimeZone
}

/// The owner's settings that concern the area.
struct AreaChoices: Sendable {
    let isOn: Bool
    /// The end of the current or last pause.
    let pausedUntil: Timestamp?
    let retentionHours: Int
    let zone: TimeZone

    /// Whether a position of some time may become an area. A position measured during a pause never does, even if it
    /// arrives later.
    func allow(_ time: Timestamp, now: Timestamp) -> Bool {
        isOn && pausedUntil.map { $0 <= now && $0 <= time } ?? true
    }
}

/// Turns a person's positions and settings into the area that friends see. Only `shown` is visible to others.
///
/// Four rules keep a friend who looks every minute from learning more than cells:
/// - The cell changes with hysteresis (`Snapping`), so that flipping does not reveal an edge.
/// - Every change shows from the next full half hour on, so that its time reveals neither a crossing nor a pause. A
///   pause, a phone that is off, deleted positions and a disabled area look the same.
/// - Its time is the start of a half hour as well.
/// - Its words are in the owner's time zone, so that readers who change theirs see the same.
struct AreaTrail: Sendable, Equatable {
    /// The current cell with its hysteresis.
    private(set) var snapping = Snapping()
    /// The area shown from `opensAt` on; nil for none.
    private(set) var latest: Area?
    private(set) var opensAt = Timestamp(seconds: 0)
    /// The area shown before `opensAt`.
    private(set) var earlier: Area?

    /// Worst accuracy in metres at which a fix still determines a cell, which is about 1,100 m wide.
    static let worstAccuracy: Metres = 500

    /// An empty trail that shows nothing.
    init() {}

    /// A trail from its stored columns.
    init(snapping: Snapping, latest: Area?, opensAt: Timestamp, earlier: Area?) {
        self.snapping = snapping
        self.latest = latest
        self.opensAt = opensAt
        self.earlier = earlier
    }

    /// The trail after a believed position. Positions that are too inaccurate, or older than the current one, change
    /// nothing.
    func advanced(by fix: Fix, _ choices: AreaChoices, now: Timestamp) -> AreaTrail {
        (isFromWrongClock(now) ? AreaTrail() : self).moved(by: fix, choices, now)
    }

    private func moved(by fix: Fix, _ choices: AreaChoices, _ now: Timestamp) -> AreaTrail {
        let time = HalfHour.beginning(of: min(fix.time, now))
        let snapping = snapping.advanced(to: fix.coordinate, at: fix.time)
        guard AreaTrail.tells(fix), latest.map({ time >= $0.takenAt }) ?? true, let position = snapping.position
        else { return self }
        let endsAt = time + Double(choices.retentionHours) * 3_600
        var next = changed(to: Area(position: position, takenAt: time, endsAt: endsAt, zone: choices.zone), now)
        next.snapping = snapping
        return next
    }

    /// The trail after its owner paused, disabled the area or deleted their positions. It starts again with the next
    /// allowed position, like a phone that comes back.
    func hidden(now: Timestamp) -> AreaTrail {
        var next = changed(to: nil, now)
        next.snapping = Snapping()
        return next
    }

    /// The trail after its owner changed the retention. Expired areas do not come back.
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

    /// Whether it was made while the clock was ahead: it starts again then, and shows nothing before.
    private func isFromWrongClock(_ now: Timestamp) -> Bool {
        opensAt > HalfHour.next(after: now) || latest?.takenAt.isFromWrongClock(now: now) == true
    }

    /// The area that friends see now.
    func shown(_ now: Timestamp) -> Area? {
        if isFromWrongClock(now) { return nil }
        return (opensAt <= now ? latest : earlier).flatMap { now < $0.endsAt ? $0 : nil }
    }

    /// When the owner's action ends the shown area; nil if it does not.
    func endOfShown(_ now: Timestamp) -> Timestamp? {
        shown(now) != nil && opensAt > now && latest == nil ? opensAt : nil
    }

    private static func tells(_ fix: Fix) -> Bool { fix.accuracy.map { $0 <= worstAccuracy } ?? true }
}
