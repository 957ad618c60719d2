import Proximity
import TestTools
import Testing

@testable import App

/// What a friend who looks every minute can and cannot find out.
struct AreaTrailTests {
    /// 14:00 in Helsinki.
    private let start = TestSite.noon
    private let home = DemoCast.Place.oodi.coordinate

    private func choices(hours: Int = 24, pausedUntil: Timestamp? = nil) -> AreaChoices {
        AreaChoices(isOn: true, pausedUntil: pausedUntil, retentionHours: hours, zone: .gmt)
    }

    private func area(_ place: Coordinate, _ time: Timestamp, hours: Double = 24) -> Area {
        Area(position: SnappedPosition(place), takenAt: time, endsAt: time + hours * 3_600, zone: .gmt)
    }

    private func fix(_ place: Coordinate, at time: Timestamp, accuracy: Metres? = 8) throws -> Fix {
        try Fix(coordinate: place, accuracy: accuracy, time: time, source: accuracy == nil ? .typed : .browser)
    }

    /// The place `metres` east of another.
    private func east(_ place: Coordinate, _ metres: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: place.latitude, longitude: place.longitude + metres / 55_500))
    }

    /// What a friend sees each minute while somebody walks east for two hours and sends a fix a minute.
    private func watch(from place: Coordinate, metresAMinute: Double, beginning: Double = 0) throws -> [Area?] {
        var trail = AreaTrail()
        return try (0..<120).map { minute in
            let now = start + Double(minute) * 60 + beginning
            let fix = try fix(east(place, Double(minute) * metresAMinute), at: now)
            trail = trail.advanced(by: fix, choices(), now: now)
            return trail.shown(now)
        }
    }

    @Test func `nothing is shown before a full half hour, then the cell`() throws {
        let seen = try watch(from: home, metresAMinute: 0, beginning: 420)
        #expect(seen.prefix(23).allSatisfy { $0 == nil })
        #expect(seen[23] == area(home, start))
    }

    @Test(arguments: [7_200.0, -7_200]) func `an area from a wrong clock is shown to nobody, and the next one is`(
        wrong: Double
    ) throws {
        let then = start + wrong
        let trail = AreaTrail().advanced(by: try fix(home, at: then), choices(), now: then)
        #expect(trail.shown(start + 60) == (wrong > 0 ? nil : area(home, then)))
        let next = trail.advanced(by: try fix(home, at: start + 60), choices(), now: start + 60)
        #expect(next.shown(start + 1_800) == area(home, start))
    }

    @Test func `a change is shown at full half hours only, wherever the edge was crossed`() throws {
        var changes: Set<Int> = []
        for offset in stride(from: 0.0, to: 1_200, by: 37) {
            let seen = try watch(from: east(home, offset), metresAMinute: 70)
            for minute in 1..<seen.count where seen[minute] != seen[minute - 1] { changes.insert(minute) }
        }
        #expect(changes == [30, 60, 90])
    }

    @Test func `all ways that end a half hour in the same cell look the same`() throws {
        let cell = SnappedPosition(home)
        var dice = SeededGenerator()
        var seen: Set<String> = []
        for _ in 0..<200 {
            let spread = { Double.random(in: -500...500, using: &dice) }
            let place = try #require(
                Coordinate(latitude: cell.centre.latitude + spread() / 111_000, longitude: cell.centre.longitude))
            let there = try east(place, spread())
            guard SnappedPosition(there) == cell else { continue }
            let now = start + Double(Int.random(in: 0..<1_800_000, using: &dice)) / 1_000
            let trail = AreaTrail().advanced(by: try fix(there, at: now), choices(), now: now)
            seen.insert("\(String(describing: trail.latest)) \(trail.opensAt)")
        }
        #expect(seen.count == 1)
    }

    @Test func `a receiver that drifts over an edge does not flip the cell`() throws {
        // The first place to the east that is in another cell.
        let edge = try #require(
            stride(from: 0.0, to: 3_000, by: 1).first { metres in
                (try? SnappedPosition(east(home, metres)) != SnappedPosition(home)) ?? false
            })
        var trail = AreaTrail().advanced(by: try fix(home, at: start), choices(), now: start)
        var seen: Set<SnappedPosition> = []
        for minute in 1..<300 {
            let now = start + Double(minute) * 60
            let drift = minute.isMultiple(of: 2) ? 30.0 : -30
            trail = trail.advanced(by: try fix(east(home, edge + drift), at: now), choices(), now: now)
            if let area = trail.shown(now) { seen.insert(area.position) }
        }
        #expect(seen == [SnappedPosition(home)])
    }

    @Test func `an inaccurate or late position changes nothing, a typed one counts`() throws {
        let far = try east(home, 5_000)
        let none = AreaTrail()
        #expect(none.advanced(by: try fix(home, at: start, accuracy: 501), choices(), now: start) == none)
        let later = start + 4_000
        let trail = none.advanced(by: try fix(home, at: later, accuracy: nil), choices(), now: later)
        #expect(trail.latest == area(home, start + 3_600))
        #expect(trail.advanced(by: try fix(far, at: later, accuracy: 600), choices(), now: later) == trail)
        #expect(trail.advanced(by: try fix(far, at: start), choices(), now: later) == trail)
        #expect(trail.advanced(by: try fix(far, at: later), choices(), now: later) != trail)
    }

    @Test func `nothing older than the retention is shown`() throws {
        let fix = try fix(home, at: start + 300)
        let trail = AreaTrail().advanced(by: fix, choices(hours: 1), now: start + 300)
        #expect(trail.shown(start + 1_799) == nil)
        #expect(trail.shown(start + 1_800) == area(home, start, hours: 1))
        #expect(trail.shown(start + 3_599) == area(home, start, hours: 1))
        #expect(trail.shown(start + 3_600) == nil)
        let long = AreaTrail().advanced(by: fix, choices(), now: start + 300)
        #expect(long.shown(start + 3_600) == area(home, start))
        // A shorter retention applies from the next half hour on; a longer one brings nothing back.
        let shorter = long.kept(hours: 1, now: start + 3_700)
        #expect(shorter.shown(start + 5_399) == area(home, start))
        #expect(shorter.shown(start + 5_400) == nil)
        #expect(shorter.kept(hours: 24, now: start + 5_401) == shorter)
    }

    @Test func `hiding shows at the next half hour, and the next area starts anew`() throws {
        let trail = AreaTrail().advanced(by: try fix(home, at: start), choices(), now: start)
        let now = start + 2_000
        let hidden = trail.hidden(now: now)
        #expect(hidden.shown(start + 3_599) == area(home, start) && hidden.shown(start + 3_600) == nil)
        #expect(hidden.endOfShown(now) == start + 3_600 && hidden.endOfShown(start + 3_600) == nil)
        #expect(hidden.hidden(now: now + 60) == hidden)
        let back = hidden.advanced(by: try fix(home, at: start + 9_100), choices(), now: start + 9_100)
        #expect(back.shown(start + 10_799) == nil && back.shown(start + 10_800) == area(home, start + 9_000))
        // An area that was not shown yet is not shown while it is being hidden.
        #expect(trail.hidden(now: start + 60).shown(start + 1_800) == nil)
    }

    @Test func `a position measured during a pause never becomes an area, even if it arrives later`() {
        let choices = choices(pausedUntil: start)
        #expect(choices.allow(start, now: start) && choices.allow(start + 60, now: start + 60))
        #expect(!choices.allow(start - 1, now: start + 600))
        #expect(!choices.allow(start - 1, now: start - 1))
        #expect(!choices.allow(start + 1, now: start - 1))
    }

    @Test func `a stored trail is restored unchanged`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        let first = AreaTrail().advanced(by: try fix(home, at: start), choices(), now: start)
        let next = try fix(east(home, 5_000), at: start + 2_000)
        let both = first.advanced(by: next, choices(), now: start + 2_000)
        #expect(both.earlier != nil)
        for trail in [first, both, both.hidden(now: start + 2_001), first.hidden(now: start + 1), AreaTrail()] {
            try site.app.site.database.write { try AreaQueries.set($0, aino, trail) }
            #expect(try site.app.site.database.read { try AreaQueries.trail($0, of: aino) } == trail)
        }
    }
}
