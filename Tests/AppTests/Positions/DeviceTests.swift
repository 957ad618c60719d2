import Database
import Proximity
import Synchronization
import Testing

@testable import App

/// The devices that sent positions.
struct DeviceTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    private func kept(_ site: TestSite) throws -> Int {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM position", as: Int.self) } ?? 0
    }

    @Test func `each browser is listed with its own positions, which are deleted separately`() throws {
        let site = try TestSite.demo()
        let (phone, laptop) = (try site.member("aino_k"), try site.member("aino_k"))
        try phone.get("/settings/devices").sees("No devices yet")
        try phone.stand(at: oodi)
        site.wait(seconds: 60)
        try phone.stand(at: oodi)
        try laptop.stand(at: oodi)
        try laptop.get("/settings/devices").sees(
            "2 positions kept, last sent just now", "One position kept", "This browser")
        let forms = laptop.page.forms.map { $0.action }.filter { $0.hasSuffix("/forget") }
        #expect(forms.count == 3)
        try laptop.submit(forms[1]).sees("The positions of that device are deleted.", "No positions kept")
        #expect(try kept(site) == 1)
        try laptop.submit("/settings/devices/forget").sees("All your positions are deleted.").seesNot("Forget all")
        #expect(try kept(site) == 0)
        try phone.stand(at: oodi)
        #expect(try kept(site) == 1)
    }

    @Test func `many positions are deleted in pieces, between which others write`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.stand(at: oodi)
        let count = 2 * Positions.mostErased + 1
        try site.app.site.database.write { database in
            for number in 1..<count {
                try database.execute(
                    """
                    INSERT INTO position (id, account_id, device_id, lat, lon, is_mock, source, taken_at)
                    SELECT \(number), account_id, device_id, lat, lon, is_mock, source, taken_at - \(number)
                    FROM position WHERE id > \(count)
                    """)
            }
        }
        let pieces = Mutex(0)
        let note: @Sendable (SQL) -> Void = { sql in
            if sql.text.hasPrefix("DELETE FROM position WHERE id IN") { pieces.withLock { $0 += 1 } }
        }
        try aino.get("/settings/devices").sees("4001 positions kept")
        try Reader.$observer.withValue(note) { _ = try aino.submit("/settings/devices/forget") }
        #expect(try kept(site) == 0 && pieces.withLock { $0 } == 3)
    }

    @Test func `nobody can delete or see another person's positions`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: oodi)
        let action = try #require(
            aino.get("/settings/devices").page.forms.first { $0.action.hasSuffix("/forget") }?.action)
        let mikko = try site.member("mikko")
        try mikko.get("/settings/devices").sees("No devices yet")
        for path in [action, "/settings/devices/1/forget", "/settings/devices/x/forget", "/settings/devices/-1/forget"]
        {
            try mikko.post(path, [("csrf", mikko.token)]).gets(404)
        }
        try mikko.post("/settings/devices/forget", [("csrf", mikko.token)])
        #expect(try kept(site) == 1)
        try aino.post(action, [("csrf", "x")]).gets(403)
        #expect(try kept(site) == 1)
    }

    @Test func `a signed-out browser is listed as such until its positions are deleted`() throws {
        let site = try TestSite.demo()
        let (phone, laptop) = (try site.member("aino_k"), try site.member("aino_k"))
        try phone.stand(at: oodi)
        try phone.get("/you").submit("/logout")
        try laptop.get("/settings/devices").sees("Signed-out browser", "One position kept")
        site.wait(seconds: 25 * 3_600)
        site.sweep()
        site.wait(seconds: 400)
        site.sweep()
        try laptop.get("/settings/devices").sees("No devices yet")
    }
}
