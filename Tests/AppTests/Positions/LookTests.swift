import HTTP
import Proximity
import Testing

@testable import App

/// Limits on looking for hidden notes.
struct LookTests {
    private let oodi = DemoCast.Place.oodi.coordinate
    /// A place without notes.
    private let sea = DemoCast.Place.oodi.coordinate.destination(bearing: 180, distance: 20_000)

    private func place(_ number: Int) -> Coordinate {
        sea.destination(bearing: 90, distance: Metres(100 * Double(number)))
    }

    /// The response to a script, without its time.
    private func answer(_ visitor: Visitor) -> String {
        let headers = visitor.page.headers.pairs.filter {
            !["date", "set-cookie", "x-request-id"].contains($0.name.lowercased())
        }
        return "\(visitor.page.status) \(headers) \(visitor.page.text)"
    }

    @Test func `without a look nothing opens, and the response is identical to the byte`() throws {
        let site = try TestSite.demo()
        // Ten within a second, more than one browser may send.
        let began = site.now
        let browsers = try (0..<5).map { _ in try site.member("aino_k") }
        let aino = browsers[0]
        let usual = answer(try aino.stand(at: place(0), accuracy: nil).gets(200))
        for number in 1..<10 {
            #expect(answer(try browsers[number / 2].stand(at: place(number), accuracy: nil)) == usual)
        }
        #expect(answer(try aino.stand(at: place(11), accuracy: nil)) == usual)
        #expect(answer(try aino.stand(at: oodi, accuracy: nil)) == usual)
        try aino.stand(at: oodi, accuracy: nil, accept: nil).isAt("/").sees("Nothing new right here.")
        // It is stored nevertheless: the last of thirteen.
        let kept: Int? = try site.app.site.database.read { try $0.value("SELECT count(*) FROM position") }
        #expect(kept == 13)
        let id = try site.account("aino_k")
        let last = try site.app.site.database.read { try PositionQueries.last($0, of: id, site.now) }
        #expect(try #require(last).coordinate.distance(to: oodi) < 1)
        // A look is available again after four seconds.
        site.wait(seconds: Double(3_999 + began.milliseconds - site.now.milliseconds) / 1_000)
        try aino.stand(at: oodi, accuracy: nil).sees(#""events":[]"#)
        site.wait(seconds: 0.001)
        try aino.stand(at: oodi, accuracy: nil).sees("note.found")
    }

    @Test func `a fix older than the newest of its device opens nothing, as if nothing were there`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        // So near that the fixes are plausible.
        let near = oodi.destination(bearing: 0, distance: 150)
        // What lies around is told of places where one is, not of old ones.
        func opened() -> String { answer(aino).replacing(/"around":"[^"]*"/, with: "") }
        try aino.stand(at: near).gets(200)
        let usual = opened()
        site.wait(seconds: 100)
        func send(_ secondsAgo: Int64) throws {
            let at = "\(site.now.milliseconds - 1_000 * secondsAgo)"
            let (lat, lon) = ("\(oodi.latitude)", "\(oodi.longitude)")
            try aino.report(["lat": lat, "lon": lon, "accuracy": "8", "at": at])
        }
        try send(101)
        #expect(opened() == usual)
        try aino.get("/settings/devices").submit("/settings/devices/forget")
        site.wait(seconds: 1)
        try send(103)
        #expect(opened() == usual)
        try send(0)
        aino.sees("note.found")
    }

    @Test func `using other browsers or deleting positions gives no looks back`() throws {
        let site = try TestSite.demo()
        let (phone, laptop) = (try site.member("aino_k"), try site.member("aino_k"))
        let notes = try (0..<60).map { number in
            let spot = place(number)
            try site.leaveNote("sweep-\(number)", from: "jonas", for: "aino_k", at: spot)
            return spot
        }
        var found = 0
        for (number, spot) in notes.enumerated() {
            // Measured and typed fixes, from two browsers of one account.
            let visitor = number.isMultiple(of: 2) ? phone : laptop
            try visitor.stand(at: spot, accuracy: number.isMultiple(of: 4) ? 25 : nil)
            if visitor.page.text.contains("note.found") { found += 1 }
            if number.isMultiple(of: 5) { try visitor.get("/settings/devices").submit("/settings/devices/forget") }
            site.wait(seconds: 1)
        }
        #expect(found == 10 + 14, "ten, and one every four seconds of a minute")
    }

    @Test func `the place of the last paid look is deleted with the positions`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        func known() throws -> Int? {
            try site.app.site.database.read {
                try $0.value("SELECT count(*) FROM device WHERE look_lat IS NOT NULL AND look_lon IS NOT NULL")
            }
        }
        try aino.stand(at: oodi)
        #expect(try known() == 1)
        try aino.get("/settings/devices").submit("/settings/devices/forget")
        #expect(try known() == 0)
        try aino.stand(at: oodi)
        let one = try #require(
            aino.get("/settings/devices").page.forms.first { $0.action.hasSuffix("/forget") && $0.action.count > 30 })
        try aino.submit(one.action)
        #expect(try known() == 0)
        try aino.stand(at: oodi)
        #expect(try known() == 1)
        site.wait(seconds: 25 * 3_600)
        site.sweep()
        #expect(try known() == 0)
        let rows: Int? = try site.app.site.database.read { try $0.value("SELECT count(*) FROM look_bucket") }
        #expect(rows == 0, "an account that has all its looks needs no row")
    }
}
