import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

extension TestSite {
    /// Adds a day's photo, and its window where there is none; no file is stored.
    @discardableResult
    func addPhoto(
        _ name: String, on text: String, caption: String = "", late: Int64 = 0, again: String = "",
        at coordinate: Coordinate? = nil, _ place: DailyPost.Place = .exact
    ) throws -> ID<DailyPost> {
        let day = try #require(CalendarDay(text))
        let account = try account(name)
        return try app.site.database.write { database in
            try addWindow(day, in: database)
            let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
            let back = String(
                "\(account)\(text)\(again)".utf8.reduce(into: [Character](repeating: "a", count: 26)) { name, byte in
                    name.removeFirst()
                    name.append(letters[(Int(byte) * 7) % 32])
                })
            try database.execute(
                """
                INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                VALUES (\(back), \(account), 'photo', 'image', 1, \(now))
                """)
            var post = NewDailyPost(back: try #require(MediaName(back)), formKey: text + again)
            (post.caption, post.late, post.coordinate, post.place) = (caption, late, coordinate, place)
            let window = try #require(try WindowQueries.window(database, on: day))
            return try DailyPostQueries.insert(database, post, of: account, in: window, at: now)
        }
    }

    /// Adds a day's window, at its noon in Greenwich.
    func addWindow(_ day: CalendarDay, in database: Writer) throws {
        guard try WindowQueries.window(database, on: day) == nil else { return }
        let opened = Timestamp(milliseconds: day.rawValue * 86_400_000 + 12 * 3_600_000)
        try WindowQueries.insert(
            database,
            DailyWindow(
                day: day, openedAt: opened, closesAt: opened + 300, lateUntil: nil, revealsAt: opened + 300,
                audience: .friends))
    }
}
