import Testing

@testable import App

/// The address of the owner's calendar, on a site where they have photos of November 2026.
struct SettledCalendar {
    private let feed: String

    init(_ site: TestSite) throws {
        let owner = try site.member("aino_k").get("/calendar").submit("/calendar/feed")
        let link = try #require(owner.get("/calendar").page.text.firstMatch(of: #/calendar\.ics\?token=[\w-]+/#))
        feed = "/\(link.output)"
    }

    /// The path of a route with these things.
    func path(of pattern: String) -> String {
        if pattern == "/calendar.ics" { return feed }
        return pattern.replacing("{file}", with: "2026-11.zip").replacing("{month}", with: "2026-11")
    }

    /// Whether a pattern is one of the feature's.
    static func has(_ pattern: String) -> Bool { pattern.hasPrefix("/calendar") }
}
