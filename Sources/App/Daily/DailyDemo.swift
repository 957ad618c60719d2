import Database
import Foundation
import Media
import Proximity

extension Daily {
    /// Switched on, with windows on the last days and on this date of some years. The next moment is drawn for the day
    /// after the story's last.
    func addDemo(_ demo: DemoContext) throws {
        var settings = DailySettings()
        settings.isOn = true
        let windows = demoWindows(demo).filter { $0.value.openedAt < demo.now }
        try site.database.write { database in
            try WindowQueries.set(database, settings)
            for window in windows.values.sorted(by: { $0.day < $1.day }) {
                try WindowQueries.insert(database, window)
            }
        }
        let last = demoDay(0, demo)
        var photos: [DailyDemo.Photo: ID<DailyPost>] = [:]
        for (number, entry) in DailyDemo.entries.enumerated() {
            guard let day = DailyDemo.day(last - entry.daysAgo, yearsBefore: entry.yearsAgo), let window = windows[day]
            else { continue }
            let id = try add(entry, in: window, formKey: "demo-\(number)", demo)
            if entry.yearsAgo == 0 { photos[DailyDemo.Photo(author: entry.name, daysAgo: entry.daysAgo)] = id }
        }
        try addDemoAnswers(photos, demo)
    }

    /// A day of the story, counted back from its last one.
    private func demoDay(_ daysAgo: Int, _ demo: DemoContext) -> CalendarDay {
        // At noon no change of the clock leads to another day.
        CalendarDay(demo.day(Double(daysAgo), at: 12), demo.zone)
    }

    private func demoWindows(_ demo: DemoContext) -> [CalendarDay: DailyWindow] {
        let last = demoDay(0, demo)
        let years = DailyDemo.years.compactMap { years in
            DailyDemo.day(last, yearsBefore: years).map { last.number - $0.number }
        }
        let windows = (Array(0..<DailyDemo.days) + years).map { daysAgo in
            let opened = demo.day(Double(daysAgo), at: DailyDemo.hour(daysAgo))
            return DailyWindow(
                day: demoDay(daysAgo, demo), openedAt: opened, closesAt: opened + 300,
                lateUntil: demo.day(Double(daysAgo), at: 24), revealsAt: opened + 300, audience: .friends)
        }
        return Dictionary(windows.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func add(
        _ entry: DailyDemo.Entry, in window: DailyWindow, formKey: String, _ demo: DemoContext
    ) throws -> ID<DailyPost>? {
        let account = try demo.id(entry.name)
        let now = window.openedAt + Double(60 + entry.name.count * 17) + Double(entry.lateMinutes * 60)
        guard now < demo.now,
            // Without its picture there is no photo.
            let back = try uploads.receiveDemoDraft(
                entry.file, for: Daily.draftPurpose, of: account, demo)
        else { return nil }
        var post = NewDailyPost(back: back, formKey: formKey)
        if !entry.front.isEmpty {
            post.front = try uploads.receiveDemoDraft(
                entry.front, for: Daily.draftPurpose, of: account, demo)
        }
        post.caption = entry.caption
        post.retakes = entry.retakes
        post.place = entry.place
        let place = Coordinate(latitude: entry.latitude, longitude: entry.longitude)
        switch entry.place {
        case .exact: post.coordinate = place
        case .area: post.coordinate = place.map { SnappedPosition($0).centre }
        case .none: post.coordinate = nil
        }
        post.late = entry.lateMinutes > 0 ? Int64(now.milliseconds - window.closesAt.milliseconds) : 0
        return try site.database.write { try self.post($0, post, of: account, in: window, at: now) }
    }
}

extension DailyDemo {
    /// The same date some years earlier; nil for 29 February in most of them.
    static func day(_ day: CalendarDay, yearsBefore years: Int) -> CalendarDay? {
        years == 0 ? day : CalendarDay(year: day.date.year - years, month: day.date.month, day: day.date.day)
    }
}
