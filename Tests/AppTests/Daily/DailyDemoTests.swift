import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// The photos of the day in the demo world.
struct DailyDemoTests {
    private struct Photo {
        let day: CalendarDay
        let back: String
        let caption: String
        let retakes: Int
        let late: Int64
    }

    /// A person's photos, the newest first.
    private static func photos(_ site: TestSite, of name: String) throws -> [Photo] {
        let id = try site.account(name)
        return try site.app.site.database.read { database in
            try database.all(
                "SELECT day, back, caption, retakes, late_ms FROM moment WHERE account_id = \(id) ORDER BY day DESC"
            ) { row in
                let retakes: Int64 = try row["retakes"]
                return Photo(
                    day: try row["day"], back: try row["back"], caption: try row["caption"], retakes: Int(retakes),
                    late: try row["late_ms"])
            }
        }
    }

    @Test func `Aino has nine days in a row, fourteen before, and memories of this date in two years`() throws {
        let site = try TestSite.warmDemo()
        let photos = try DailyDemoTests.photos(site, of: "aino_k")
        let today = site.app.daily.today(site.now)
        #expect(photos.first?.day == today)
        let days = Set(photos.map { $0.day })
        func streak(from day: CalendarDay) -> Int { sequence(first: day) { $0 - 1 }.prefix { days.contains($0) }.count }
        #expect(streak(from: today) == 9 && streak(from: today - 10) == 14)
        for year in [2025, 2024] {
            #expect(days.contains(try #require(CalendarDay(year: year, month: 11, day: 21))), "\(year)")
        }
        #expect(photos.contains { $0.late > 0 } && photos.contains { $0.retakes > 0 })
    }

    @Test func `on the story's last day seven people posted, and no caption is said twice`() throws {
        let site = try TestSite.warmDemo()
        let photos = try DemoCast.names.flatMap { try DailyDemoTests.photos(site, of: $0) }
        #expect(photos.count { $0.day == site.app.daily.today(site.now) } == 7)
        #expect(photos.count == DailyDemo.entries.count)
        let captions = photos.map { $0.caption }.filter { !$0.isEmpty }
        #expect(captions.count > 40 && Set(captions).count == captions.count)
    }

    @Test func `friends see each photo in every size, a stranger sees none`() throws {
        let site = try TestSite.warmDemo()
        let (mikko, ville) = (try site.member("mikko"), try site.member("ville"))
        for photo in try DailyDemoTests.photos(site, of: "aino_k").prefix(4) {
            for size in ["", "/large", "/medium", "/small"] {
                #expect(try mikko.fetch("/media/\(photo.back)\(size)").status == .ok)
                #expect(try ville.fetch("/media/\(photo.back)\(size)").status == .notFound)
            }
        }
    }
}
