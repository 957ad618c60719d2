import Database
import HTML
import HTTP
import Proximity

/// Says on every page that a window is open.
struct DailyBannerPart {
    /// Milliseconds until it closes, by the server's clock.
    let left: Int64
    /// "16:47" in the viewer's zone.
    let until: String
    /// The instant for machines.
    let machine: String

    init(_ window: DailyWindow, for viewer: Viewer, at now: Timestamp) {
        left = max(0, window.closesAt.milliseconds - now.milliseconds)
        until = RelativeTimeFormatter(viewer.timeZone, now: now).clock(window.closesAt)
        machine = RelativeTimeFormatter.machine(window.closesAt)
    }
}

extension Daily: BannerSource {
    func banners(for viewer: Viewer, at path: String, _ csrf: TokenField, _ now: Timestamp) -> PageBanners {
        // The camera counts down by itself.
        guard path != DailyPaths.new,
            let window = try? openWindows.value(
                viewer.id, in: site.database, at: now, make: { try openWindow($0, for: viewer.id, now) })
        else { return PageBanners() }
        return PageBanners(banners: [Markup(DailyBannerPart(window, for: viewer, at: now))])
    }
}

extension Daily: HomePageSource {
    /// The camera, once for each window.
    func detour(for viewer: Viewer, _ now: Timestamp) throws -> String? {
        let window = try site.database.read { database -> DailyWindow? in
            guard let window = try openWindow(database, for: viewer.id, now),
                try WindowQueries.prompted(database, viewer.id) != window.day
            else { return nil }
            return window
        }
        guard let window else { return nil }
        // Without the write they would be led there each time.
        do { try site.database.write { try WindowQueries.setPrompted($0, viewer.id, on: window.day) } } catch let error
            as DatabaseError
        {
            site.log.error("nobody is led to the camera", metadata: ["error": "\(error)"])
            return nil
        }
        return DailyPaths.new
    }

    /// `POST /daily/not-today`
    func notToday(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let day = try WindowQueries.last(database)?.day ?? today(context.now)
            try WindowQueries.setPrompted(database, viewer.id, on: day)
        }
        return context.redirect(to: SitePaths.home, saying: "No photo today, then. Enjoy your day.")
    }
}

extension WindowQueries {
    /// The last day on which a person was led to the camera, or did not want to take a photo.
    static func prompted(_ database: Reader, _ account: ID<Account>) throws -> CalendarDay? {
        try database.value("SELECT day FROM daily_prompt WHERE account_id = \(account)")
    }

    static func setPrompted(_ database: Writer, _ account: ID<Account>, on day: CalendarDay) throws {
        try database.execute(
            """
            INSERT INTO daily_prompt (account_id, day) VALUES (\(account), \(day))
            ON CONFLICT (account_id) DO UPDATE SET day = excluded.day
            """)
    }
}
