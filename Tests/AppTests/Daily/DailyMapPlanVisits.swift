import Database
import Proximity

@testable import App

extension PlanTests {
    /// Every statement on the photos of a day on a map: of friends and of everybody, of all and of some by name.
    func visitDays(_ site: TestSite) throws {
        let (aino, now) = (try site.account("aino_k"), site.now)
        let bounds = Bounds(south: 60, west: 24, north: 61, east: 25) ?? .everywhere
        let ids = [ID<Moment>(rawValue: 1)]
        try site.app.site.database.read { database in
            for audience in Moment.Audience.allCases {
                for name in ["", "mik"] {
                    let choice = DayChoice(day: CalendarDay(number: 20_778), audience: audience, name: name)
                    _ = try DayQueries.within(database, bounds, choice, for: aino, now)
                    _ = try DayQueries.crowd(database, bounds, choice, for: aino, now)
                    _ = try DayQueries.outline(database, choice, for: aino, now)
                    _ = try DayQueries.placeless(database, choice, for: aino, now)
                }
            }
            _ = try DayQueries.moments(database, ids, to: aino, now)
            _ = try MomentQueries.counts(database, of: ids, to: aino)
            _ = try MomentQueries.moment(database, ids[0], to: aino, now)
        }
    }
}
