import Database
import PositionSources
import Proximity
import Testing

@testable import App

/// What phone apps send in their own words, and what of it is not taken.
struct AppMessageTests {
    @Test(arguments: [PositionSource.osmand, .traccar, .gpslogger])
    func `a plus that the app did not encode is read`(source: PositionSource) throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), source)
        let fields = "lat=60.17&lon=24.94&acc=5&hdop=5&timestamp="
        try phone.send("", query: fields + "2026-11-21T13:59:50+02:00")
        try phone.send(fields + "2026-11-21T13:59:51+0200", type: "application/x-www-form-urlencoded")
        phone.site.wait(seconds: 1)
        try phone.send("", query: fields + "2026-11-21+11:59:52")
        #expect(try phone.stored() == [10.0, 9, 8].map { TestSite.noon - $0 })
        #expect(try phone.refused().isEmpty)
    }

    @Test func `what is not taken is counted by its reason for a day, in a row an hour`() throws {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"), .gpslogger)
        func rows() throws -> Int? {
            try site.app.site.database.read { try $0.value("SELECT count(*) FROM refusal_count", as: Int.self) }
        }
        for _ in 0..<30 {
            for _ in 0..<3 {
                site.wait(seconds: 1)
                try phone.send("", query: "lat=60.17&lon=24.94&time=yesterday")
            }
            site.wait(seconds: 3_597)
        }
        #expect(try phone.refused() == [.noTime: 24 * 3])
        try site.member("aino_k").get("/settings/devices/\(phone.id)").sees(
            "Not taken in the last 24 hours", "72 points had no valid time.")
        #expect(try rows() == 30)
        site.sweep()
        #expect(try phone.refused() == [.noTime: 24 * 3] && rows() == 24)
    }

    @Test func `each point of a paused app is counted, and what else is wrong with its report`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino, .overland)
        try aino.get("/settings/devices/\(phone.id)").submit("/settings/devices/\(phone.id)/pause")
        let points = (1...3).map { (place: DemoCast.Place.oodi.coordinate, time: site.now - Double($0)) }
        let future = (place: DemoCast.Place.oodi.coordinate, time: site.now + 400)
        try phone.send(Phone.batch(points + [future]))
        #expect(try phone.stored().isEmpty)
        #expect(try phone.refused() == [.paused: 3, .impossibleTime: 1])
    }

    /// Seconds from now: 1,024 and 3,000 weeks ago, 1,024 weeks ahead, and a clock that is ahead.
    private static let impossible: [Double] = [-619_315_200, -1_814_400_000, 619_315_200, 400]

    @Test(arguments: impossible)
    func `OwnTracks gets a list whatever the date of its point, and what is impossible is counted`(_ off: Double) throws
    {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"))
        let page = try phone.send(Phone.location(DemoCast.Place.oodi.coordinate, site.now + off))
        #expect(page.status == 200 && page.text == "[]")
        #expect(try phone.refused() == [.impossibleTime: 1] && phone.stored().isEmpty)
    }
}
