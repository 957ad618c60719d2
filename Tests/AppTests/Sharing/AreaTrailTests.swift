import Proximity
import TestTools
import Testing

@testable import App

/// What a friend who looks every minute can find out, and what not.
struct AreaTrailTests {
    /// 14:00 in Helsinki.
    private let start = TestSite.noon
    private let home = DemoCast.Place.oodi.coordinate

    private func fix(_ place: Coordinate, at time: Timestamp, accuracy: Metres? = 8) throws -> Fix {
        try Fix(coordinate: place, accuracy: accuracy, time: time, source: accuracy == nil ? .typed : .browser)
    }

    /// A place `metres` east of another.
    private func east(_ place: Coordinate, _ metres: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: place.latitude, longitude: place.longitude + metres / 55_500))
    }

    /// What is seen each minute while somebody walks east for two hours and sends a fix a minute.
    private func watch(from place: Coordinate, metresAMinute: Double, beginning: Double = 0) throws -> [Area?] {
        var trail: AreaTrail?
        return try (0..<120).map { minute in
            let now = start + Double(minute) * 60 + beginning
            let fix = try fix(east(place, Double(minute) * metresAMinute), at: now)
            trail = trail.map { $0.advanced(by: fix, now: now) } ?? AreaTrail(fix, now: now)
            return trail?.shown(now, retentionHours: 24)
        }
    }

    @Test func `nothing is seen before a full half hour, and then the cell`() throws {
        let seen = try watch(from: home, metresAMinute: 0, beginning: 420)
        #expect(seen.prefix(23).allSatisfy { $0 == nil })
        #expect(seen[23] == Area(position: SnappedPosition(home), takenAt: start))
    }

    @Test func `a change is seen at full half hours only, wherever the edge was crossed`() throws {
        var changes: Set<Int> = []
        for offset in stride(from: 0.0, to: 1_200, by: 37) {
            let seen = try watch(from: east(home, offset), metresAMinute: 70)
            for minute in 1..<seen.count where seen[minute] != seen[minute - 1] { changes.insert(minute) }
        }
        #expect(changes == [30, 60, 90])
    }

    @Test func `all ways and moments of a half hour that end in one cell look the same`() throws {
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
            let trail = try #require(try AreaTrail(fix(there, at: now), now: now))
            seen.insert("\(trail.latest) \(trail.opensAt)")
        }
        #expect(seen.count == 1)
    }

    @Test func `a receiver that drifts over an edge does not flip the cell`() throws {
        // The first place east of the square where another cell begins.
        let edge = try #require(
            stride(from: 0.0, to: 3_000, by: 1).first { metres in
                (try? SnappedPosition(east(home, metres)) != SnappedPosition(home)) ?? false
            })
        var trail = try #require(try AreaTrail(fix(home, at: start), now: start))
        var seen: Set<SnappedPosition> = []
        for minute in 1..<300 {
            let now = start + Double(minute) * 60
            let drift = minute.isMultiple(of: 2) ? 30.0 : -30
            trail = trail.advanced(by: try fix(east(home, edge + drift), at: now), now: now)
            if let area = trail.shown(now, retentionHours: 24) { seen.insert(area.position) }
        }
        #expect(seen == [SnappedPosition(home)])
    }

    @Test func `an unsure or late position changes nothing, a typed one counts`() throws {
        let far = try east(home, 5_000)
        #expect(try AreaTrail(fix(home, at: start, accuracy: 501), now: start) == nil)
        let later = start + 4_000
        let trail = try #require(try AreaTrail(fix(home, at: later, accuracy: nil), now: later))
        #expect(trail.advanced(by: try fix(far, at: later, accuracy: 600), now: later) == trail)
        #expect(trail.advanced(by: try fix(far, at: start), now: later) == trail)
        #expect(trail.advanced(by: try fix(far, at: later), now: later) != trail)
    }

    @Test func `nothing is shown that is older than its owner keeps`() throws {
        let trail = try #require(try AreaTrail(fix(home, at: start + 300), now: start + 300))
        #expect(trail.shown(start + 1_799, retentionHours: 1) == nil)
        #expect(trail.shown(start + 1_800, retentionHours: 1) != nil)
        #expect(trail.shown(start + 3_599, retentionHours: 1) != nil)
        #expect(trail.shown(start + 3_600, retentionHours: 1) == nil)
        #expect(trail.shown(start + 3_600, retentionHours: 24) != nil)
    }

    @Test func `a stored trail is the same again`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        var trail = try #require(try AreaTrail(fix(home, at: start), now: start))
        let next = try fix(east(home, 5_000), at: start + 2_000)
        trail = trail.advanced(by: next, now: start + 2_000)
        #expect(trail.earlier != nil)
        try site.app.site.database.write { try $0.execute("UPDATE account SET area = 1 WHERE id = \(aino)") }
        try site.app.site.database.write { try AreaQueries.set($0, aino, trail) }
        let stored = try site.app.site.database.read { try AreaQueries.following($0, aino, site.now) }
        guard case .on(let again) = stored else {
            Issue.record("not shared")
            return
        }
        #expect(again == trail)
    }
}
