import Database
import Foundation
import HTTP
import PositionSources
import Proximity
import Testing

@testable import App

/// What phone apps send, and what they are answered.
struct IngestTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    private func basic(_ text: String) -> String { "Basic \(Data(text.utf8).base64EncodedString())" }

    @Test(arguments: PositionSource.allCases)
    func `every form in which apps send a token is known, and a wrong one gets 401`(source: PositionSource) throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), source)
        let token = phone.token
        for header in [
            "Bearer \(token)", "bearer \(token)", basic("aino_k:\(token)"), basic(":\(token)"), basic("\(token):"),
            basic(token), "Basic \(token):", "Basic \(token)",
        ] {
            #expect(try phone.send("", .post, [("Authorization", header)]).status == 200, "\(header)")
            phone.site.wait(seconds: 1)
        }
        let path = "/ingest/\(source.rawValue)"
        #expect(try phone.send("", .post, to: "\(path)/\(token)", []).status == 200)
        #expect(try phone.send("", .post, query: "token=\(token)", []).status == 200)
        for header in [
            "", "Bearer", "Bearer ", "Bearer x", "Basic", "Basic ====", basic("aino_k:demo-password"),
            "Digest \(token)",
            "Bearer \(token)x", "Basic \(String(repeating: "A", count: 5_000))", token,
        ] {
            let page = try phone.send("{}", .post, [("Authorization", header)])
            #expect(page.status == 401 && page.headers["www-authenticate"] != nil, "\(header)")
            #expect(page.text.contains("error"))
        }
        #expect(try phone.send("", .post, to: "\(path)/x", query: "token=", []).status == 401)
    }

    @Test func `each app gets the answer that empties its queue, also to garbage`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let answers: [(PositionSource, String)] = [
            (.owntracks, "[]"), (.overland, #"{"result":"ok"}"#), (.osmand, ""), (.traccar, ""), (.gpslogger, ""),
        ]
        for (source, answer) in answers {
            let phone = try Phone(aino, source)
            for body in ["", "{", "[1]", "null", "x=1", #"{"_type":"lwt"}"#, "\u{0}\u{1}", "{\"locations\":7}"] {
                let page = try phone.send(body)
                #expect(page.status == 200 && page.text == answer, "\(source) \(body)")
                phone.site.wait(seconds: 1)
            }
            let page = try phone.send("not gzip", .post, phone.bearer + [("Content-Encoding", "gzip")])
            #expect(page.status == 200 && page.text == answer)
            #expect(try phone.refused()[.compressed] == 1)
        }
    }

    @Test func `Overland in its OwnTracks mode gets an object at either address`() throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), .overland)
        let body = #"{"_type":"location","lat":60.17,"lon":24.94,"tst":816955200,"acc":5}"#
        let header = [("Authorization", "Basic \(phone.token):")]
        for path in ["/ingest/owntracks", "/ingest/overland"] {
            #expect(try phone.send(body, to: path, header).text == #"{"result":"ok"}"#)
        }
        #expect(try phone.stored() == [TestSite.noon])
    }

    @Test func `fields count wherever they stand, and a form of another type too`() throws {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"), .osmand)
        func at(_ seconds: Int) -> String { "lat=60.17&lon=24.94&hdop=5&timestamp=\(1_795_262_400 - seconds)" }
        let form = "application/x-www-form-urlencoded"
        try phone.send("", .get, to: "/ingest/osmand/\(phone.token)", query: at(1), [])
        try phone.send(at(2), type: form)
        site.wait(seconds: 1)
        try phone.send(at(3), type: "text/plain")
        try phone.send("", query: at(4))
        site.wait(seconds: 1)
        let multipart = "--b\r\nContent-Disposition: form-data; name=\"location\"\r\n\r\n60.17,24.94\r\n--b--\r\n"
        try phone.send(multipart, query: "timestamp=1795262395", type: "multipart/form-data; boundary=b")
        let times = try phone.stored().map { Int(TestSite.noon - $0) }
        #expect(times == [1, 2, 3, 4, 5])
        #expect(try phone.refused().isEmpty)
    }

    @Test(arguments: ["id=50%", "id=%", "desc=%DESC&ser=%SER", "id=%zz", "id=a%00b", "id=%FF", "%=%"])
    func `a percent sign that the app did not encode loses no point`(field: String) throws {
        try expectStored("\(field)&lat=60.17&lon=24.94&timestamp=1795262400")
    }

    @Test(arguments: [
        "lat=+60.17&lon=+24.94&timestamp=1795262400", "lat=60.17+&lon=24.94&timestamp=1795262400+",
        "lat=6.017E+01&lon=2.494E+1&timestamp=1.7952624E+09", "lat=%2B60.17&lon=24.94&timestamp=+1795262400",
        "lat=60.17&lon=24.94&timestamp=+2026-11-21T12:00:00Z+",
    ])
    func `a plus that the app did not encode loses no point`(fields: String) throws { try expectStored(fields) }

    /// Sends the fields of a point of noon in a query, and by another phone in a form.
    private func expectStored(_ fields: String) throws {
        for source in [PositionSource.osmand, .traccar, .gpslogger] {
            let aino = try TestSite.demo().member("aino_k")
            let (asking, filling) = (try Phone(aino, source), try Phone(aino, source, name: "My other phone"))
            #expect(try asking.send("", query: fields).status == 200)
            #expect(try filling.send(fields, type: "application/x-www-form-urlencoded").status == 200)
            for phone in [asking, filling] {
                #expect(try phone.stored() == [TestSite.noon] && phone.refused().isEmpty, "\(source)")
            }
        }
    }

    @Test func `a point sent twice is stored once, and the newest time is where the phone is`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino)
        let north = oodi.destination(bearing: 0, distance: 40)
        try phone.stand(at: oodi)
        for _ in 0..<2 {
            site.wait(seconds: 5)
            try phone.send(Phone.location(oodi, TestSite.noon))
            try phone.send(Phone.location(north, TestSite.noon - 60))
        }
        #expect(try phone.stored() == [TestSite.noon, TestSite.noon - 60])
        let account = try site.account("aino_k")
        let last = try site.app.site.database.read { try PositionQueries.last($0, of: account, site.now) }
        #expect(last?.coordinate == oodi)
        let newest = try site.app.site.database.read { try PositionQueries.newest($0, of: phone.id) }
        #expect(newest?.fix.coordinate == oodi && newest?.fix.time == TestSite.noon)
        #expect(try phone.refused().isEmpty)
    }

    @Test func `a week of points is stored in batches and one by one, and is no news`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings").fill("retention_h", "720").submit("/settings/preferences")
        try site.leaveNote("late", from: "mikko", for: "aino_k", at: oodi)
        let (batches, single) = (try Phone(aino, .overland), try Phone(aino, .owntracks))
        let account = try site.account("aino_k")
        func found() throws -> Int {
            try site.app.site.database.read {
                try NoticeQueries.notices($0, of: account, after: .newest, limit: 50).count {
                    $0.kind == "note.found"
                }
            }
        }
        let before = try found()
        // A point a minute, the newest eleven minutes ago.
        let points = (0..<10_000).map { number in
            (place: oodi, time: site.now - Double(11 + 10_000 - number) * 60)
        }
        for start in stride(from: 0, to: 10_000, by: 1_000) {
            #expect(try batches.send(Phone.batch(Array(points[start..<start + 1_000]))).text == #"{"result":"ok"}"#)
        }
        for (number, point) in points.enumerated() {
            // As many a second as are taken.
            if number % 50 == 49 { site.wait(seconds: 1) }
            try single.send(Phone.location(point.place, point.time))
        }
        #expect(try batches.stored().count == 10_000)
        #expect(try single.stored().count == 10_000)
        #expect(try single.refused().isEmpty && batches.refused().isEmpty)
        #expect(try found() == before)
        site.wait(seconds: 60)
        try single.stand(at: oodi)
        #expect(try found() > before)
    }

    @Test func `more than two requests a second are dropped with the good answer, whatever a batch holds`() throws {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"), .overland)
        for number in 0..<5 {
            let points = (0..<3).map { (place: oodi, time: site.now - Double(3 * number + $0)) }
            #expect(try phone.send(Phone.batch(points)).text == #"{"result":"ok"}"#)
        }
        #expect(try phone.stored().count == 6)
        #expect(try phone.refused() == [.tooOften: 1])
    }

    @Test func `a batch counts by its points, and delays the next one in proportion`() throws {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"), .overland)
        /// So many points of the last seconds, each round at times of its own.
        func send(_ count: Int, _ round: Int) throws {
            let points = (0..<count).map { (place: oodi, time: site.now - Double($0 * 20 + round) / 1_000) }
            #expect(try phone.send(Phone.batch(points)).text == #"{"result":"ok"}"#)
        }
        try send(240, 0)
        #expect(try phone.stored().count == 240)
        site.wait(seconds: 119)
        try send(1, 1)
        #expect(try phone.stored().count == 240 && phone.refused() == [.tooOften: 1])
        // What is late is taken meanwhile.
        try phone.send(Phone.batch([(place: oodi, time: site.now - 31), (place: oodi, time: site.now)]))
        #expect(try phone.stored().count == 241 && phone.refused() == [.tooOften: 2])
        site.wait(seconds: 1)
        try send(30, 2)
        site.wait(seconds: 1)
        try send(29, 3)
        site.wait(seconds: 1)
        try send(1, 4)
        #expect(try phone.stored().count == 301 && phone.refused() == [.tooOften: 2])
    }

    @Test func `of many points in one request only where one is at the end is news, and all are stored`() throws {
        let outing = try GroupOuting()
        let phone = try Phone(outing.visitor("leena"), .overland)
        try outing.gather()
        outing.site.wait(seconds: 60)
        try outing.gather(except: "leena")
        // Near, far away and still far away, over and over.
        let points = try (0..<57).map { number in
            let place = try GroupOuting.place(north: number % 3 == 0 ? 100 : 420, east: Double(number))
            let age = Double(56 - number) * 10
            return (place: place, time: outing.site.now - age)
        }
        try phone.send(Phone.batch(points))
        #expect(try phone.stored().count == 57)
        #expect(try outing.alerts() == [.strayed])
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed"]) }
    }

    @Test func `a body is read only of an app that is known, and its requests are then its owner's`() throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), .overland)
        let app = phone.site.app
        func head(_ path: String, _ token: String = "") throws -> RequestHead {
            let headers = Headers([("Host", "localhost:8080"), ("Authorization", "Bearer \(token)")])
            return try Request(method: .post, target: path, headers: headers, body: .empty).head
        }
        let (known, nobody) = (try head("/ingest/overland", phone.token), try head("/ingest/overland", "x"))
        guard case .asked(_, let decide) = app.plan(for: nobody), case .skip = decide(),
            case .asked(_, let decide) = app.plan(for: known), case .read = decide()
        else { throw NoPlan() }
        // From now on nobody needs to be asked.
        guard case .pooled = app.plan(for: known), case .asked = app.plan(for: nobody),
            case .pooled = app.plan(for: try head("/ingest/overland/\(phone.token)"))
        else { throw NoPlan() }
        #expect(app.owner(of: known) == (try phone.site.account("aino_k")).rawValue.hashValue)
        #expect(app.owner(of: nobody) != app.owner(of: known))
    }

    private struct NoPlan: Error {}

    @Test func `an account's apps send twenty megabytes a minute, and no more is read`() throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), .overland)
        let body = String(repeating: " ", count: 1_999_000)
        for _ in 0..<11 {
            #expect(try phone.send(body).status == 200)
            phone.site.wait(seconds: 1)
        }
        let place = Phone.batch([(oodi, phone.site.now)])
        #expect(try phone.send(place).status == 200)
        #expect(try phone.refused()[.tooOften] == 1)
        phone.site.wait(seconds: 61)
        #expect(try phone.send(Phone.batch([(oodi, phone.site.now)])).text == #"{"result":"ok"}"#)
        #expect(try phone.refused()[.tooOften] == 1)
    }

    @Test func `a body of nothing but values is no message`() throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), .overland)
        let values = String(repeating: "0,", count: 100_001)
        let page = try phone.send(#"{"locations":[\#(values)0]}"#)
        #expect(page.text == #"{"result":"ok"}"#)
        #expect(try phone.refused() == [.malformed: 1])
    }

    @Test func `an app that sends too often gets an empty list, and no place of anybody`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let phone = try Phone(outing.visitor("aino_k"))
        let answers = try (0..<4).map {
            try phone.send(Phone.location(GroupOuting.start, outing.site.now - Double($0)))
        }
        #expect(answers.map { $0.status } == [200, 200, 200, 200])
        #expect(answers[0].text.contains(#""location""#) && answers[3].text == "[]")
    }

    @Test func `what cannot be is refused, named on the device's page, and forgotten after a day`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino)
        let far = oodi.destination(bearing: 0, distance: 500_000)
        try phone.stand(at: oodi)
        for body in [
            #"{"_type":"location","lat":0,"lon":0,"tst":1795262400}"#,
            #"{"_type":"location","lat":95,"lon":0,"tst":1}"#,
            #"{"_type":"encrypted","data":"x"}"#, "{", #"{"_type":"location","lat":60,"lon":24}"#,
            Phone.location(oodi, site.now + 400), Phone.location(oodi, Timestamp(seconds: 86_400)),
            Phone.location(far, site.now + 10),
        ] {
            site.wait(seconds: 1)
            #expect(try phone.send(body).text == "[]")
        }
        #expect(
            try phone.refused() == [
                .nullIsland: 1, .noPlace: 1, .encrypted: 1, .malformed: 1, .noTime: 1, .impossibleTime: 2,
                .implausible: 1,
            ])
        try aino.get("/settings/devices/\(phone.id)").sees("Clear the encryption key in OwnTracks", "Kept for a day")
        site.wait(seconds: 86_400)
        site.sweep()
        #expect(try phone.refused().isEmpty)
        try aino.get("/settings/devices/\(phone.id)").seesNot("Not taken")
    }

    @Test func `a simulated position is kept and marked, and opens nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.leaveNote("mock", from: "mikko", for: "aino_k", at: oodi)
        let phone = try Phone(aino, .traccar)
        let body =
            #"{"location":{"timestamp":"2026-11-21T12:00:00Z","mock":true,"coords":{"latitude":\#(oodi.latitude),"#
            + #""longitude":\#(oodi.longitude),"accuracy":5,"speed":1.5}}}"#
        try phone.send(body)
        #expect(try phone.stored().count == 1)
        try aino.get("/archive").seesNot("x")
        try aino.get("/settings/devices/\(phone.id)").sees("Simulated")
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        let row = try site.app.site.database.read {
            try $0.first("SELECT speed, is_mock FROM position WHERE device_id = \(phone.id)") {
                (try $0["speed"] as Double, try $0["is_mock"] as Bool)
            }
        }
        #expect(row?.0 == 1.5 && row?.1 == true)
    }

    @Test func `while its owner pauses, points open notes and are not stored`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try site.leaveNote("paused", from: "mikko", for: "aino_k", at: oodi)
        let phone = try Phone(aino)
        try aino.get("/settings").post("/settings/pause", [("csrf", aino.token), ("minutes", "30")])
        try phone.stand(at: oodi)
        #expect(try phone.stored().isEmpty)
        try aino.get("/events/latest?after=0").sees("note.found")
    }

    @Test(arguments: PositionSource.allCases)
    func `no value of any field ends the process or is stored as it is`(source: PositionSource) throws {
        let site = try TestSite.demo()
        let phone = try Phone(site.member("aino_k"), source)
        let names = [
            "lat", "lon", "timestamp", "time", "tst", "acc", "accuracy", "hdop", "speed", "spd", "spd_kph", "s", "vel",
            "alt",
            "altitude", "bearing", "dir", "cog", "batt", "location", "valid",
        ]
        for name in names {
            for value in NastyValues.all where value.count < 5_000 {
                site.wait(seconds: 1)
                let fields = "\(name)=\(value)&lat=60.1&lon=24.9&timestamp=1795262400"
                #expect(try phone.send(fields, type: "application/x-www-form-urlencoded").status == 200)
                guard Double(value) != nil else { continue }
                let json = "\"\(name)\":\(value),\"lat\":60.1,\"lon\":24.9,\"tst\":1795262400,\"_type\":\"location\""
                #expect(try phone.send("{\(json),\"location\":{\(json)},\"locations\":[{\(json)}]}").status == 200)
            }
        }
        let speeds = try site.app.site.database.read {
            try $0.all("SELECT speed FROM position WHERE speed IS NOT NULL") { try $0["speed"] as Double }
        }
        #expect(speeds.allSatisfy { (0...12_000).contains($0) })
    }
}
