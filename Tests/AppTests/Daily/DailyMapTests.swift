import Atlas
import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// The map of a day and its strip: who sees which photos, where, in which order.
struct DailyMapTests {
    /// Far from everything in the demo world.
    private static let place = Coordinate(latitude: 61.2, longitude: 25.6)!
    private static let view = "?lat=61.2&lon=25.6&z=15"
    private static let today = "2026-11-21"

    /// The demo world with a window that opened a minute ago: Aino and Mikko are friends, Mikko and Ville are.
    private func world(
        _ audience: Moment.Audience = .friends, day: String = today
    ) throws -> (site: TestSite, aino: Visitor, day: CalendarDay) {
        let site = try TestSite.demo()
        let day = try #require(CalendarDay(day))
        try open(day, audience, in: site)
        return (site, try site.member("aino_k"), day)
    }

    private func open(_ day: CalendarDay, _ audience: Moment.Audience = .friends, in site: TestSite) throws {
        let opened = site.now - 60
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM daily_window WHERE day = \(day)")
            try WindowQueries.insert(
                database,
                DailyWindow(
                    day: day, openedAt: opened, closesAt: opened + 300, lateUntil: nil, revealsAt: opened + 300,
                    audience: audience))
        }
    }

    /// A photo whose file is stored nowhere.
    @discardableResult
    private func post(
        _ site: TestSite, _ name: String, _ day: CalendarDay, at coordinate: Coordinate? = place,
        _ kind: Moment.Place = .exact, caption: String = ""
    ) throws -> ID<Moment> {
        let account = try site.account(name)
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        let seed = Int(account.rawValue & 0xFFFF) * 131 + day.number
        let name = (0..<26).map { place -> Character in
            let number: Int = (seed >> (place % 16)) + place * 7
            return letters[number & 31]
        }
        let picture = try #require(MediaName(String(name)))
        return try site.app.site.database.write { database in
            try database.execute(
                """
                INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                VALUES (\(picture.text), \(account), 'photo', 'image', 1, \(site.now))
                """)
            var moment = NewMoment(back: picture, submission: day.text)
            (moment.coordinate, moment.place, moment.caption) = (coordinate, kind, caption)
            let window = try #require(try WindowQueries.window(database, on: day))
            return try MomentQueries.insert(database, moment, of: account, in: window, site.now)
        }
    }

    private func north(_ metres: Double) -> Coordinate {
        DailyMapTests.place.destination(bearing: Degrees(0), distance: Metres(metres))
    }

    private func path(_ day: CalendarDay) -> String { DailyPaths.day(day) + DailyMapTests.view }

    /// The photos of the strip in their order.
    private func strip(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /data-pin="([^"]+)"/).map { String($0.output.1) }
    }

    private func hasPin(_ visitor: Visitor, _ id: ID<Moment>) -> Bool {
        visitor.page.text.contains("href=\"\(DailyPaths.moment(id))\" data-card=\"\(DailyPaths.card(id))\"")
    }

    @Test func `before the end who has not posted sees nothing of anybody`() throws {
        let (site, aino, day) = try world()
        let mikkos = try post(site, "mikko", day, caption: "secret words")
        for page in [path(day), DailyPaths.map(day) + DailyMapTests.view, "/daily", "/?lat=61.2&lon=25.6&z=15"] {
            try aino.get(page).gets(200).seesNot("secret words")
            #expect(strip(aino).isEmpty && !aino.page.text.contains(DailyPaths.moment(mikkos)))
        }
        try aino.get(path(day)).sees("Open until 14:04", "Post yours to see your friends’ photos")
        #expect(aino.page.links.contains(DailyPaths.new))
        try aino.get(DailyPaths.card(mikkos)).gets(404)
        let own = try post(site, "aino_k", day, at: north(80))
        try aino.get(path(day)).gets(200).seesNot("Post yours")
        #expect(Set(strip(aino)) == [DailyPaths.moment(mikkos), DailyPaths.moment(own)])
        try aino.get(DailyPaths.card(mikkos)).gets(200).sees("secret words", "14:00")
    }

    @Test func `after the end friends see it, a friend's friend never`() throws {
        let (site, aino, day) = try world()
        let villes = try post(site, "ville", day)
        let mikkos = try post(site, "mikko", day, at: north(300))
        site.wait(seconds: 239)
        try aino.get(path(day)).gets(200)
        #expect(strip(aino).isEmpty)
        site.wait(seconds: 1)
        try aino.get(path(day)).gets(200).sees("Taken from 13:59 to 14:04")
        #expect(strip(aino) == [DailyPaths.moment(mikkos)])
        #expect(!hasPin(aino, villes))
        try aino.get(DailyPaths.card(villes)).gets(404)
        let mikko = try site.member("mikko")
        try mikko.get(path(day)).gets(200)
        #expect(Set(strip(mikko)) == [DailyPaths.moment(mikkos), DailyPaths.moment(villes)])
        #expect(mikko.page.text.contains("#pin-moment-own") && mikko.page.text.contains("<title>Your photo</title>"))
    }

    @Test func `photos for everybody are seen by strangers, by the blocked never`() throws {
        let (site, aino, day) = try world(.everyone)
        let villes = try post(site, "ville", day)
        try post(site, "aino_k", day, at: north(100))
        try aino.get(path(day)).gets(200)
        #expect(strip(aino).contains(DailyPaths.moment(villes)))
        let (one, other) = (try site.account("ville"), try site.account("aino_k"))
        try site.app.site.database.write { database in
            try database.execute(
                "INSERT INTO block (blocker_id, blocked_id, created_at) VALUES (\(one), \(other), \(site.now))")
        }
        site.wait(seconds: 3_600)
        for page in [path(day), DailyPaths.map(day) + DailyMapTests.view, "/?lat=61.2&lon=25.6&z=15"] {
            try aino.get(page).gets(200)
            #expect(!aino.page.text.contains(DailyPaths.moment(villes)))
        }
        try aino.get(DailyPaths.card(villes)).gets(404)
        let ville = try site.member("ville")
        try ville.get(path(day)).gets(200)
        #expect(strip(ville) == [DailyPaths.moment(villes)])
    }

    @Test(arguments: Moment.Audience.allCases)
    func `only the frame is shown, nearest first, those without a place at the end`(
        _ audience: Moment.Audience
    ) throws {
        let (site, aino, day) = try world(audience)
        let far = try post(site, "mikko", day, at: north(600))
        let near = try post(site, "leena", day, at: north(-150))
        let none = try post(site, "jonas", day, at: nil, .none)
        let own = try post(site, "aino_k", day, at: north(400))
        let outside = try post(site, "sofia", day, at: north(90_000))
        try aino.get(path(day)).gets(200).sees("150 m", "400 m", "600 m", "No place", "4 photos")
        #expect(strip(aino) == [near, own, far, none].map { DailyPaths.moment($0) })
        #expect(hasPin(aino, near) && !hasPin(aino, outside) && !hasPin(aino, none))
        try aino.get("\(DailyPaths.day(day))?view=all").gets(200)
        #expect(strip(aino).contains(DailyPaths.moment(outside)))
        aino.seesNot("Near me")
        try aino.stand(at: north(1_000))
        try aino.get(path(day) + "&from=me").gets(200).sees("Near me", "400 m")
        #expect(strip(aino) == [far, own, near, none].map { DailyPaths.moment($0) })
        try aino.get(path(day)).gets(200)
        #expect(strip(aino) == [near, own, far, none].map { DailyPaths.moment($0) })
    }

    @Test func `a search narrows pins and strip to names that begin so, among those one sees`() throws {
        let (site, aino, day) = try world()
        try post(site, "ville", day)
        let mikkos = try post(site, "mikko", day, at: north(100))
        let leenas = try post(site, "leena", day, at: north(-100))
        try post(site, "aino_k", day, at: north(300))
        for text in ["mikko", "MIKK", " mik "] {
            let query = PathText.component(text)
            try aino.get("\(path(day))&q=\(query)").gets(200)
            #expect(strip(aino) == [DailyPaths.moment(mikkos)])
            #expect(hasPin(aino, mikkos) && !hasPin(aino, leenas))
            let kept = "/daily/2026-11-21?q=\(query.replacing("%20", with: ""))&"
            #expect(aino.page.links.contains { $0.hasPrefix(kept) })
        }
        for text in ["ville", "ikko", "%", String(repeating: "x", count: 5_000)] {
            try aino.get("\(path(day))&q=\(PathText.component(text))").gets(200).sees("No photo here from anybody")
            #expect(strip(aino).isEmpty)
        }
    }

    @Test func `a place that is an area tells the middle of its cell and no more`() throws {
        let (site, aino, day) = try world()
        let exact = Coordinate(latitude: 61.203_456, longitude: 25.612_345)!
        let middle = SnappedPosition(exact).centre
        let mikkos = try post(site, "mikko", day, at: middle, .area)
        try post(site, "aino_k", day)
        try aino.get(path(day)).gets(200).sees("About ")
        #expect(hasPin(aino, mikkos))
        let degrees = CoordinateFormatter.degrees(middle.latitude)
        #expect(aino.page.text.contains("data-lat=\"\(degrees)\""))
        aino.seesNot("61.2034", "25.6123")
        try aino.get(DailyPaths.card(mikkos)).gets(200).seesNot("61.", "25.6")
    }

    @Test(arguments: [
        "2026-13-01", "2026-02-29", "2026-11-31", "2026-11-22", "9999-01-01", "1969-12-31", "x", "2026-11-2",
        "2026-1-21", "-026-11-21", "2026-11-21x",
    ])
    func `what is no day, or a day ahead, is not found`(_ text: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/daily/\(text)").gets(404)
        try aino.get("/daily/\(text)/map").gets(404)
        try aino.get("/daily?day=\(text)").gets(404)
    }

    @Test func `days lead to their neighbours over borders of months and leap days`() throws {
        let (site, aino, day) = try world(day: "2024-02-29")
        try post(site, "aino_k", day)
        try aino.get("/daily/2024-02-29\(DailyMapTests.view)").gets(200).sees("Thursday 29 February 2024")
        #expect(aino.page.links.contains("/daily/2024-02-28") && aino.page.links.contains("/daily/2024-03-01"))
        try aino.get("/daily?day=2024-03-01").gets(200).sees("Friday 1 March 2024", "No photo that day")
        #expect(aino.page.links.contains("/daily/2024-02-29") && aino.page.links.contains("/daily"))
        try aino.get("/daily/2026-10-31").gets(200)
        #expect(aino.page.links.contains("/daily/2026-11-01"))
        try aino.get("/daily/2024-03-01/map").gets(404)
    }

    @Test func `today is the site's date for everybody`() throws {
        let (site, aino, day) = try world()
        try post(site, "aino_k", day)
        let id = try site.account("aino_k")
        try site.app.site.database.write { database in
            try database.execute("UPDATE account SET time_zone = 'Pacific/Kiritimati' WHERE id = \(id)")
        }
        let elsewhere = try site.member("aino_k")
        // 02:00 of the next day there.
        try elsewhere.get("/daily").gets(200).sees("Saturday 21 November", "Today", "Open until 02:04")
        try elsewhere.get("/daily/2026-11-22").gets(404)
        try site.switchDailyOn()
        // Midnight in Helsinki.
        site.wait(seconds: 10 * 3_600 - 1)
        try aino.get("/daily").sees("Saturday 21 November")
        site.wait(seconds: 1)
        try aino.get("/daily").gets(200).sees("Sunday 22 November", "Not yet today")
        #expect(aino.page.links.contains("/daily/2026-11-21"))
        try aino.get("/daily/2026-11-21").gets(200).sees("Yesterday")
    }

    @Test func `deleted photos are gone from map, strip and card at once`() throws {
        let (site, aino, day) = try world()
        let own = try post(site, "aino_k", day)
        try site.app.site.database.write { database in
            try database.execute("UPDATE moment SET deleted_at = \(site.now) WHERE id = \(own)")
        }
        try aino.get(path(day)).gets(200)
        #expect(strip(aino).isEmpty && !hasPin(aino, own))
        try aino.get(DailyPaths.card(own)).gets(404)
    }

    @Test func `the home map shows today's photos, and its chip hides them`() throws {
        let (site, aino, day) = try world()
        let own = try post(site, "aino_k", day)
        try aino.get("/?lat=61.2&lon=25.6&z=15").gets(200).sees("Today")
        #expect(hasPin(aino, own))
        try aino.get("/?today=off&lat=61.2&lon=25.6&z=15").gets(200)
        #expect(!hasPin(aino, own))
    }

    @Test func `only who is signed in sees a day, and a wrong view is refused`() throws {
        let (site, aino, day) = try world()
        try Visitor(site).get(path(day)).seesNot("Open until")
        try aino.get("\(DailyPaths.day(day))?lat=91&lon=0").gets(400)
        try aino.get("\(DailyPaths.day(day))?z=99").gets(400)
        try aino.get("/moments/x/card").gets(404)
    }
}
