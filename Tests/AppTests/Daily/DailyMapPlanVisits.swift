import Database
import Proximity

@testable import App

extension PlanTests {
    /// Every statement on the photos of a day on a map: of friends and of everybody, of all and of some by name.
    func visitDays(_ site: TestSite) throws {
        let (aino, now) = (try site.account("aino_k"), site.now)
        let bounds = Bounds(south: 60, west: 24, north: 61, east: 25) ?? .everywhere
        let ids = [ID<DailyPost>(rawValue: 1)]
        try site.app.site.database.read { database in
            for audience in DailyPost.Audience.allCases {
                for name in ["", "mik"] {
                    let choice = DayChoice(day: CalendarDay(number: 20_778), audience: audience, name: name)
                    _ = try DayQueries.within(
                        database, bounds, choice: choice, for: aino, at: now, limit: PinSource.maxWhole + 1)
                    _ = try DayQueries.points(database, bounds, choice: choice, for: aino, at: now)
                    _ = try DayQueries.outline(database, choice, for: aino, at: now)
                    _ = try DayQueries.placeless(database, choice, for: aino, at: now)
                }
            }
            _ = try DayQueries.posts(database, ids, to: aino, at: now)
            _ = try DayQueries.places(database, ids, to: aino, at: now)
            _ = try DayAnswers(database, on: ids, to: aino)
            _ = try DailyPostQueries.counts(database, of: ids, to: aino)
            _ = try DailyPostQueries.post(database, ids[0], to: aino, at: now)
        }
    }
}
