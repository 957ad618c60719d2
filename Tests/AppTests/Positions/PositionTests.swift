import Database
import Proximity
import Testing

@testable import App

struct PositionTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    private func send(_ visitor: Visitor, _ fields: [String: String], json: Bool = true) throws -> Visitor {
        try visitor.report(fields, accept: json ? "application/json" : nil)
    }

    @Test(
        arguments: [
            (["lat": "91", "lon": "24"], "between −90 and 90"), (["lat": "60", "lon": "181"], "between −180 and 180"),
            (["lat": "x", "lon": "24"], "no latitude"), (["lon": "24"], "A latitude is needed"),
            (["lat": "60", "lon": "24", "accuracy": "good"], "number of metres"),
            (["lat": "60", "lon": "24", "at": "yesterday"], "not a time"),
            (["lat": "60", "lon": "24", "at": "-9223372036854775808"], "not a time"),
            (["lat": "60", "lon": "24", "at": "9223372036854775807"], "not a time"),
            (["lat": "60", "lon": "24", "at": "946684799999"], "not a time"),
            (["lat": "60", "lon": "24", "at": "4102444800000"], "not a time"),
            (["lat": "60", "lon": "24", "at": "1999-12-31T23:59:59Z"], "not a time"),
            (["lat": "60", "lon": "24", "at": "+292277026596-12-04T15:30:08Z"], "not a time"),
            (["lat": "60", "lon": "24", "accuracy": "1e308"], "number of metres"),
            (["lat": "0", "lon": "0", "accuracy": "5"], "doesn't know where it is yet"),
            (["lat": "inf", "lon": "24"], "no latitude"),
        ] as [([String: String], String)])
    func `an impossible position is refused with a message`(fields: [String: String], words: String) throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, fields).gets(422).sees("error", words)
        try send(aino, fields, json: false).gets(422).sees(words, "Is there something for you here?")
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM position", as: Int.self) } == 0)
    }

    @Test func `an inaccurate fix opens nothing and says why`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.stand(at: oodi, accuracy: 500).gets(200).sees(#""events":[]"#, "±500 m", "Step outside")
        try aino.stand(at: oodi, accuracy: 500, accept: nil).isAt("/").sees("±500 m. Step outside and try again.")
        try aino.stand(at: oodi, accuracy: 20).sees("note.found")
    }

    @Test func `a typed position opens notes, and the sender sees that it was typed`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: oodi, accuracy: nil, accept: nil).isAt("/").sees("You found a note from jonas")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get("/archive")
        for link in aino.page.links where link.hasPrefix("/notes/") && link != "/notes/new" { try aino.get(link) }
        #expect(!note.isEmpty)
        site.wait(seconds: HalfHour.seconds)
        try site.member("jonas").get("/notes").sees("Opened this afternoon, position typed in")
    }

    @Test func `an old fix and a future one open nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let (lat, lon) = ("\(oodi.latitude)", "\(oodi.longitude)")
        let old = "\(site.now.milliseconds - 121_000)"
        try send(aino, ["lat": lat, "lon": lon, "accuracy": "5", "at": old]).gets(200).sees(
            "two minutes old", #""events":[]"#)
        let future = "\(site.now.milliseconds + 301_000)"
        try send(aino, ["lat": lat, "lon": lon, "accuracy": "5", "at": future]).gets(200).sees(#""events":[]"#)
        try send(aino, ["lat": lat, "lon": lon, "accuracy": "5", "at": "2026-11-21T13:59:30+02:00"]).sees("note.found")
    }

    @Test func `a plus that nobody encoded is read, and a time without an offset is none`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let place = ["lat": "\(oodi.latitude)", "lon": "\(oodi.longitude)", "accuracy": "5"]
        try send(aino, place.merging(["at": "2026-11-21T13:59:30"]) { $1 }).gets(422).sees("not a time")
        try send(aino, place.merging(["at": "2026-11-21T13:59:30 02:00"]) { $1 }).gets(200)
        let times = try site.app.site.database.read {
            try $0.all("SELECT taken_at FROM position") { try $0["taken_at"] as Timestamp }
        }
        #expect(times == [TestSite.noon - 30])
    }

    @Test(arguments: ["5", ""], [Int64(301), 88_000_000])
    func `an impossible date is neither stored nor used later`(accuracy: String, secondsAhead: Int64) throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let (lat, lon) = ("\(oodi.latitude)", "\(oodi.longitude)")
        let at = "\(site.now.milliseconds + 1_000 * secondsAhead)"
        try send(aino, ["lat": lat, "lon": lon, "accuracy": accuracy, "at": at])
            .sees(#""events":[]"#, "Your phone’s clock is ahead.").seesNot("fit together")
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM position", as: Int.self) } == 0)
        let unknown = try site.app.site.database.read {
            try $0.value(
                "SELECT count(*) FROM device WHERE newest_at IS NULL AND look_lat IS NULL", as: Int.self)
        }
        #expect(unknown == 1)
        // The next valid fix opens the note here.
        try send(aino, ["lat": lat, "lon": lon, "accuracy": accuracy]).sees("note.found")
    }

    @Test func `a fix dated ahead is not the last position and is deleted`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.account("aino_k")
        try aino.stand(at: oodi)
        // Stored by an earlier version.
        try site.app.site.database.write { database in
            let device: ID<Device>? = try database.value("SELECT id FROM device WHERE account_id = \(id)")
            for (number, ahead) in [(1, 301.0), (2, 88_000_000)] {
                try database.execute(
                    """
                    INSERT INTO position (id, account_id, device_id, lat, lon, source, taken_at)
                    VALUES (\(number), \(id), \(try #require(device)), 1, 2, 'typed', \(site.now + ahead))
                    """)
            }
        }
        let last = try #require(try site.app.site.database.read { try PositionQueries.last($0, of: id, site.now) })
        #expect(last.coordinate.distance(to: oodi) < 1)
        site.sweep()
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM position", as: Int.self) } == 1)
    }

    @Test func `after a jump nothing opens until three fixes are consistent`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: oodi.destination(bearing: 0, distance: 400_000))
        for step in 1...4 {
            site.wait(seconds: 10)
            let here = oodi.destination(bearing: 90, distance: Metres(Double(step)))
            try aino.stand(at: here).gets(200)
            if step < 4 { aino.sees(#""events":[]"#, "don't fit together") } else { aino.sees("note.found") }
        }
    }

    @Test func `two browsers of one person are two devices`() throws {
        let site = try TestSite.demo()
        let phone = try site.member("aino_k")
        let laptop = try site.member("aino_k")
        try laptop.stand(at: oodi.destination(bearing: 0, distance: 400_000))
        try phone.stand(at: oodi).sees("note.found")
    }

    @Test func `positions are stored as long as their owner wants`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: oodi)
        func kept() throws -> Int? { try site.app.site.database.read { try $0.value("SELECT count(*) FROM position") } }
        site.wait(seconds: 23 * 3_600)
        site.sweep()
        #expect(try kept() == 1)
        site.wait(seconds: 2 * 3_600)
        site.sweep()
        #expect(try kept() == 0)
    }

    @Test func `nothing of a position is stored after it expires`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: oodi)
        func states() throws -> [String] {
            try site.app.site.database.read { try $0.all("SELECT plausibility FROM device") { try $0["plausibility"] } }
        }
        #expect(try states().first?.contains("60.17") == true)
        try aino.get("/you").submit("/logout")
        site.wait(seconds: 23 * 3_600)
        site.sweep()
        #expect(try states().count == 1)
        site.wait(seconds: 2 * 3_600)
        site.sweep()
        #expect(try states() == [])
        let again = try site.member("aino_k")
        try again.stand(at: oodi)
        site.wait(seconds: 25 * 3_600)
        site.sweep()
        #expect(try states().allSatisfy { !$0.contains("60.17") })
    }
}
