import Atlas
import Database
import Foundation
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// The photos of a day on a map: read whole, or their points first.
struct DayContentTests {
    private static let middle = Coordinate(latitude: 61.2, longitude: 25.6)!
    private static let people = ["aino_k", "mikko", "leena", "ville", "noor_h", "jonas", "elias", "sofia"]

    /// A photo of everybody's: exact ones, some at one place, and areas.
    private func post(_ site: TestSite, _ day: CalendarDay, using generator: inout SeededGenerator) throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        for name in DayContentTests.people {
            let account = try site.account(name)
            let text = String((0..<26).map { _ in letters.randomElement(using: &generator)! })
            let picture = try #require(MediaName(text))
            let far = DayContentTests.middle.destination(
                bearing: Degrees(.random(in: 0..<360, using: &generator)),
                distance: Metres(.random(in: 0..<2_500, using: &generator)))
            var post = NewDailyPost(back: picture, formKey: day.text)
            post.coordinate = Bool.random(using: &generator) ? far : DayContentTests.middle
            post.place = Bool.random(using: &generator) ? .area : .exact
            if post.place == .area { post.coordinate = post.coordinate.map { SnappedPosition($0).centre } }
            let made = post
            try site.app.site.database.write { database in
                try database.execute(
                    """
                    INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                    VALUES (\(picture.text), \(account), 'photo', 'image', 1, \(site.now))
                    """)
                let window = try #require(try WindowQueries.window(database, on: day))
                _ = try DailyPostQueries.insert(database, made, of: account, in: window, at: site.now)
            }
        }
    }

    @Test(arguments: DailyPost.Audience.allCases)
    func `points first draw the same map with the same strip`(_ audience: DailyPost.Audience) throws {
        var generator = SeededGenerator()
        let site = try TestSite.demo()
        let day = try #require(CalendarDay("2026-11-21"))
        let opened = site.now - 60
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM daily_window WHERE day = \(day)")
            try WindowQueries.insert(
                database,
                DailyWindow(
                    day: day, openedAt: opened, closesAt: opened + 300, lateUntil: nil, revealsAt: opened + 300,
                    audience: audience))
        }
        try post(site, day, using: &generator)
        let aino = try site.account("aino_k")
        let choice = DayChoice(day: day, audience: audience)
        for zoom in [9.0, 12, 14.5, 17, 19] {
            let viewport = Viewport(centre: DayContentTests.middle, zoom: zoom, width: 1_200, height: 900)
            func map(whole most: Int) throws -> (svg: String, ids: [ID<DailyPost>]) {
                let (drawing, ids) = try site.app.site.database.read { database in
                    let content = try DayContent(
                        database, choice, in: viewport, for: aino, at: site.now, whole: most)
                    return (try content.map.drawing(database, in: viewport), content.places.map { $0.id })
                }
                var bare = drawing
                bare.hasGround = false
                return (bare.svg(), ids)
            }
            let (whole, points) = (try map(whole: 100), try map(whole: 0))
            #expect(whole.svg == points.svg && whole.ids == points.ids, "\(zoom)")
            #expect(zoom > 9 || !whole.ids.isEmpty)
        }
    }
}
