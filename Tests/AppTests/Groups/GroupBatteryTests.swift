import Database
import Proximity
import Testing

@testable import App

/// The charge that a phone sends with its position.
struct GroupBatteryTests {
    private func report(_ outing: GroupOuting, _ visitor: Visitor, battery: String) throws {
        outing.site.wait(seconds: 5)
        let place = GroupOuting.start
        try visitor.post(
            "/positions",
            [
                ("csrf", visitor.token), ("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"), ("accuracy", "8"),
                ("battery", battery),
            ], accept: "application/json")
    }

    @Test(arguments: [("0", 0), ("100", 100), ("47", 47)])
    func `the others see it beside who carries the phone`(text: String, battery: Int) throws {
        let outing = try GroupOuting()
        try report(outing, outing.visitor("leena"), battery: text)
        try outing.visitor("leena").gets(200)
        #expect(try outing.member("leena").battery == battery)
        try outing.visitor("mikko").get(outing.door.path).sees("\(battery) %")
        // A phone that does not say it any more changes nothing.
        try report(outing, outing.visitor("leena"), battery: "")
        #expect(try outing.member("leena").battery == battery)
    }

    @Test(arguments: ["-1", "101", "1.5", "x", "99999999999999999999", "0x10", "١"])
    func `a wrong one is refused, and the place with it`(battery: String) throws {
        let outing = try GroupOuting()
        try report(outing, outing.visitor("leena"), battery: battery)
        try outing.visitor("leena").gets(422).sees("0 to 100")
        #expect(try outing.member("leena").battery == nil)
        #expect(try outing.state().fix(of: outing.member("leena").id.rawValue) == nil)
    }

    @Test func `that of a device left at home does not count`() throws {
        let outing = try GroupOuting()
        try report(outing, outing.visitor("leena"), battery: "47")
        for north in [0.0, 40, 80, 120] {
            outing.site.wait(seconds: 30)
            try outing.walk("leena", north: north)
        }
        try report(outing, outing.site.member(signedUp: "leena").get("/groups"), battery: "90")
        #expect(try outing.member("leena").battery == 47)
    }
}
