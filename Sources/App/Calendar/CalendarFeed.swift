import Database
import Export
import Foundation
import HTTP
import Proximity

/// `/calendar.ics`: one's photos in calendar programs, at a secret address.
extension PhotoCalendar {
    /// The newest photos are enough for ten years, and bound the answer.
    private static let maxFeed = 3_660
    /// Base64URL of 32 bytes.
    private static let tokenLength = 43

    /// `GET /calendar.ics`: no session; the secret in the address says whose it is.
    func showFeed(_ context: RequestContext) throws -> Response {
        let token = context.query["token"] ?? ""
        guard token.utf8.count == PhotoCalendar.tokenLength else { throw Failure.notFound }
        let hash = TokenHash.of(token)
        guard
            let photos = try site.database.read({ database -> [OwnPhoto]? in
                guard let account = try CalendarFeedQueries.account(database, hash: hash) else { return nil }
                return try OwnPhotoQueries.photos(database, of: account, newest: PhotoCalendar.maxFeed)
            })
        else { throw Failure.notFound }
        var calendar = CalendarDocument(name: "Photos of the day")
        calendar.events = photos.map(event)
        let headers = Headers([
            ("Content-Type", "text/calendar; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Disposition", "inline; filename=\"photos.ics\""), ("Referrer-Policy", "no-referrer"),
        ])
        return context.finished(Response(status: .ok, headers: headers, body: .bytes(calendar.bytes)))
    }

    private func event(_ photo: OwnPhoto) -> CalendarDocument.Event {
        let date = photo.day.date
        return CalendarDocument.Event(
            uid: "photo-\(photo.id)@\(site.settings.host)",
            start: .day(year: date.year, month: date.month, day: date.day), changed: photo.postedAt.milliseconds,
            summary: photo.caption.isEmpty ? "Photo of the day" : photo.caption,
            url: site.settings.baseURL + DailyPaths.post(photo.id))
    }

    /// `POST /calendar/feed`: makes the address, or another one; the old one is gone at once.
    func renewFeed(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        // Random, so that no earlier address ever comes again.
        let version = site.environment.randomBytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & Int64.max
        let hash = TokenHash.of(feedToken(viewer.id, max(1, version)))
        let isRenewed = try site.database.write { database in
            let isRenewed = try CalendarFeedQueries.version(database, of: viewer.id) != nil
            try CalendarFeedQueries.set(database, of: viewer.id, version: max(1, version), hash: hash)
            return isRenewed
        }
        return context.redirect(
            to: CalendarPaths.calendar,
            saying: isRenewed ? "The old address no longer works." : "The address is at the end of this page.")
    }

    /// `POST /calendar/feed/off`
    func endFeed(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try CalendarFeedQueries.delete($0, of: viewer.id) }
        return context.redirect(to: CalendarPaths.calendar, saying: "Your calendar’s address is turned off.")
    }

    /// The full address; nil if there is none.
    func feedAddress(_ database: Reader, of account: ID<Account>) throws -> String? {
        try CalendarFeedQueries.version(database, of: account).map { version in
            "\(site.settings.baseURL)\(CalendarPaths.feed)?token=\(feedToken(account, version))"
        }
    }

    /// Derived, so that a copy of the table reveals none.
    private func feedToken(_ account: ID<Account>, _ version: Int64) -> String {
        Base64URL.encode(site.key.code("calendar", "\(account)|\(version)"))
    }
}

/// SQL on the addresses of calendars.
enum CalendarFeedQueries {
    /// Whose address this is; nil also for people who are suspended or have left.
    static func account(_ database: Reader, hash: String) throws -> ID<Account>? {
        try database.value(
            """
            SELECT calendar_feed.account_id FROM calendar_feed
            JOIN \(Person.everyone) AS person ON person.id = calendar_feed.account_id
            WHERE calendar_feed.token_hash = \(hash) AND NOT person.is_deleted
              AND NOT EXISTS (SELECT 1 FROM \(Person.suspensions) AS suspended WHERE suspended.account_id = person.id)
            """)
    }

    static func version(_ database: Reader, of account: ID<Account>) throws -> Int64? {
        try database.value("SELECT version FROM calendar_feed WHERE account_id = \(account)")
    }

    static func set(_ database: Writer, of account: ID<Account>, version: Int64, hash: String) throws {
        try database.execute(
            """
            INSERT INTO calendar_feed (account_id, version, token_hash) VALUES (\(account), \(version), \(hash))
            ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, token_hash = excluded.token_hash
            """)
    }

    /// How many rows there were.
    @discardableResult
    static func delete(_ database: Writer, of account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM calendar_feed WHERE account_id = \(account)")
    }

    /// Others may have had the copy from which a site was restored, and its key.
    static func deleteAll(_ database: Writer) throws { try database.execute("DELETE FROM calendar_feed") }
}
