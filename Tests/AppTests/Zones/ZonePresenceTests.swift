import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Who comes into a zone and leaves it.
struct ZonePresenceTests {
    private let site: TestSite
    private let aino: Visitor

    init() throws {
        site = try TestSite.empty()
        aino = try site.newAccount("aino_k")
        try site.makeZone("Kallio", 60.1840, 24.9500, radius: 300)
    }

    private var present: Int {
        get throws { try site.app.site.database.read { try $0.value("SELECT count(*) FROM zone_presence") ?? 0 } }
    }

    @Test func `coming in and leaving are each told once, and leave nothing behind`() throws {
        #expect(try aino.walk(60.1900, 24.9500) == [])
        site.wait(seconds: 60)
        #expect(try aino.walk(60.1845, 24.9500) == ["zone.entered You are in Kallio"])
        site.wait(seconds: 20)
        #expect(try aino.walk(60.1842, 24.9502) == [])
        #expect(try present == 1)
        site.wait(seconds: 60)
        #expect(try aino.walk(60.1900, 24.9500) == [])
        site.wait(seconds: 20)
        #expect(try aino.walk(60.1901, 24.9500) == ["zone.left You left Kallio"])
        #expect(try present == 0)
    }

    @Test func `of zones that lie over each other the smallest is the one`() throws {
        try site.makeZone("Bar", 60.1840, 24.9500, radius: 20)
        #expect(try aino.walk(60.1840, 24.9500) == ["zone.entered You are in Bar"])
        // Out of the small one, still in the large one.
        site.wait(seconds: 60)
        #expect(try aino.walk(60.1855, 24.9500) == [])
        site.wait(seconds: 20)
        #expect(try aino.walk(60.1855, 24.9501) == ["zone.left You left Bar", "zone.entered You are in Kallio"])
        site.wait(seconds: 60)
        #expect(try aino.walk(60.1840, 24.9500) == ["zone.entered You are in Bar"])
    }

    @Test func `one is in the zone of the newest place that lies in one`() throws {
        try site.makeZone("Bar", 60.1700, 24.9400, radius: 50)
        let tablet = Visitor(site)
        try tablet.get("/login").fill("username", "aino_k").fill("password", "long enough for me").submit("/login")
        try aino.get("/").seesNot("You are in")
        _ = try aino.walk(60.1840, 24.9500)
        site.wait(seconds: 20)
        _ = try tablet.walk(60.1790, 24.9500)
        try aino.get("/").sees("You are in Kallio").seesNot("You are in Bar")
        site.wait(seconds: 60)
        _ = try tablet.walk(60.1700, 24.9400)
        try aino.get("/").sees("You are in Bar").seesNot("You are in Kallio")
        site.wait(seconds: 20)
        _ = try aino.walk(60.1841, 24.9500)
        try aino.get("/").sees("You are in Kallio").seesNot("You are in Bar")
    }

    @Test func `among more zones than are looked at one still leaves the large one`() throws {
        for number in 0..<(ZoneQueries.mostAround + 20) {
            try site.makeZone("Bar \(number)", 60.1900, 24.9500, radius: 5)
        }
        _ = try aino.walk(60.1840, 24.9500)
        site.wait(seconds: 60)
        #expect(try aino.walk(60.1897, 24.9500) == [])
        site.wait(seconds: 20)
        #expect(try aino.walk(60.1897, 24.9501) == ["zone.left You left Kallio"])
    }

    @Test func `a typed place, a mocked and a coarse fix enter nothing`() throws {
        try aino.report(["lat": "60.1840", "lon": "24.9500"])
        #expect(aino.page.text.contains(#""events":[]"#))
        site.wait(seconds: 20)
        #expect(try aino.walk(60.1840, 24.9500, accuracy: 500) == [])
        #expect(try present == 0)
    }

    @Test func `a polygon is entered at its edge, across the antimeridian too`() throws {
        let corners = [(-16.5, 179.9), (-16.5, -179.9), (-16.6, -179.9), (-16.6, 179.9)]
        let polygon = try #require(Polygon(corners.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }))
        try site.app.site.database.write {
            _ = try ZoneQueries.insert(
                $0, NewZone(name: "Fiji", colour: "#1c7ed6", fence: Fence(polygon)), submission: "fiji", site.now)
        }
        #expect(try aino.walk(-16.55, 180) == ["zone.entered You are in Fiji"])
        let mikko = try site.newAccount("mikko")
        #expect(try mikko.walk(-16.55, -179.95) == ["zone.entered You are in Fiji"])
        let leena = try site.newAccount("leena")
        #expect(try leena.walk(-16.55, -179.5) == [])
    }

    @Test func `who comes in has a notice on the site, and who wants none has no row but their presence`() throws {
        func channels(_ name: String) throws -> Set<NoticeChannel> {
            let account = try site.account(name)
            return try site.app.site.database.read {
                try site.app.notices.channels($0, of: Zones.enteredKind, for: account)
            }
        }
        let mikko = try site.newAccount("mikko")
        #expect(try channels("aino_k") == [.site] && channels("mikko") == [.site])
        #expect(try aino.walk(60.1840, 24.9500).count == 1)
        try aino.get("/notices").sees("You are in Kallio")
        // Boxes that are not sent are off.
        try mikko.get("/settings/notices").post("/settings/notices", [("csrf", mikko.token)])
        #expect(try channels("mikko") == [])
        let rows = try site.rows("notice").count
        #expect(try mikko.walk(60.1840, 24.9500).count == 1)
        try mikko.get("/notices").seesNot("You are in Kallio")
        #expect(try site.rows("notice").count == rows)
    }

    @Test func `a device that falls silent is in no zone any more, nor is one whose positions are deleted`() throws {
        site.app.beginJobs()
        _ = try aino.walk(60.1840, 24.9500)
        site.wait(seconds: Zones.silence + 3_600)
        site.app.runJobs()
        #expect(try present == 0)
        _ = try aino.walk(60.1840, 24.9500)
        #expect(try present == 1)
        try aino.get("/settings/devices").press("/settings/devices/forget")
        #expect(try present == 0)
    }

    @Test func `of a phone's many points only the zone where it is at the end is told of`() throws {
        try site.makeZone("Bar", 60.1700, 24.9400, radius: 100)
        let phone = try Phone(aino, .overland)
        let (kallio, bar) = ((60.1840, 24.9500), (60.1700, 24.9400))
        func send(_ places: [(Double, Double)]) throws {
            site.wait(seconds: 600)
            let points = try places.enumerated().map { number, place in
                let time = site.now - Double(places.count - 1 - number) * 50
                return (place: try #require(Coordinate(latitude: place.0, longitude: place.1)), time: time)
            }
            #expect(try phone.send(Phone.batch(points)).status == 200)
        }
        try send([bar, bar, kallio, kallio, bar, bar, kallio, kallio])
        try aino.get("/notices").sees("You are in Kallio").seesNot("You are in Bar")
        #expect(try present == 1)
        try send([kallio, bar, bar, (60.1770, 24.9450), (60.1770, 24.9450)])
        #expect(try present == 0)
        try aino.get("/notices").seesNot("You are in Bar")
    }
}
