import Database
import Foundation
import Media
import Proximity

/// The photos of the day of the demo world.
enum DailyDemo {
    /// A photo of the day: whose, how many days before the story's last one, and what it shows.
    struct Entry {
        let name: String
        let daysAgo: Int
        /// The name of its picture among the demo world's files.
        let file: String
        var front = ""
        let caption: String
        let latitude: Double
        let longitude: Double
        var place = Moment.Place.exact
        var lateMinutes = 0
    }

    /// Days with a window, the story's last one among them.
    static let days = 12
    /// The hour at which a day's window opened.
    static func hour(_ daysAgo: Int) -> Double { 10.2 + Double(daysAgo * 37 % 17) / 2 }

    static let entries = [
        Entry(
            name: "aino_k", daysAgo: 0, file: "tram.webp", front: "aino_k.webp", caption: "Caught the 3 for once.",
            latitude: 60.170_35, longitude: 24.945_65),
        Entry(
            name: "mikko", daysAgo: 0, file: "senate-square.webp", front: "mikko.webp", caption: "47 steps. Still.",
            latitude: 60.169_5, longitude: 24.952_4),
        Entry(
            name: "leena", daysAgo: 0, file: "greenhouse.webp", caption: "Warm in here.", latitude: 60.174_75,
            longitude: 24.944_6),
        Entry(
            name: "jonas", daysAgo: 0, file: "oodi.webp", front: "jonas.webp", caption: "My corner, again",
            latitude: 60.173_9, longitude: 24.938_3, lateMinutes: 42),
        Entry(
            name: "sofia", daysAgo: 0, file: "esplanadi.webp", front: "sofia.webp", caption: "", latitude: 60.167_55,
            longitude: 24.947_3, place: .area),
        Entry(
            name: "aino_k", daysAgo: 1, file: "esplanadi.webp", caption: "Lunch outside, in November.",
            latitude: 60.167_55, longitude: 24.947_3),
        Entry(
            name: "mikko", daysAgo: 1, file: "rink.webp", caption: "The hat stays.", latitude: 60.171_35,
            longitude: 24.944_05),
        Entry(
            name: "aino_k", daysAgo: 2, file: "chapel.webp", front: "aino_k.webp", caption: "Quiet hour.",
            latitude: 60.170_3, longitude: 24.936_75),
        Entry(
            name: "aino_k", daysAgo: 4, file: "picnic.webp", caption: "", latitude: 60.165_6, longitude: 24.939_2),
    ]
}

extension Daily {
    /// Switched on, with windows on the last days. The next moment is drawn for the day after the story's last.
    func addDemo(_ demo: DemoContext) throws {
        var settings = DailySettings()
        settings.isOn = true
        let windows = (0..<DailyDemo.days).map { daysAgo in
            let opened = demo.day(Double(daysAgo), at: DailyDemo.hour(daysAgo))
            let day = CalendarDay(opened, demo.zone)
            return DailyWindow(
                day: day, openedAt: opened, closesAt: opened + 300, lateUntil: demo.day(Double(daysAgo), at: 24),
                revealsAt: opened + 300,
                audience: .friends)
        }
        try site.database.write { database in
            try WindowQueries.set(database, settings)
            for window in windows where window.openedAt < demo.now { try WindowQueries.insert(database, window) }
        }
        for (number, entry) in DailyDemo.entries.enumerated() {
            try add(entry, in: windows[entry.daysAgo], submission: "demo-\(number)", demo)
        }
    }

    private func add(
        _ entry: DailyDemo.Entry, in window: DailyWindow, submission: String, _ demo: DemoContext
    ) throws {
        let account = try demo.id(entry.name)
        let now = window.openedAt + Double(60 + entry.name.count * 17) + Double(entry.lateMinutes * 60)
        guard now < demo.now,
            // Without its picture there is no photo.
            let back = try uploads.takeDemoDraft(entry.file, for: Daily.draftPurpose, of: account, demo)
        else { return }
        var moment = NewMoment(back: back, submission: submission)
        if !entry.front.isEmpty {
            moment.front = try uploads.takeDemoDraft(entry.front, for: Daily.draftPurpose, of: account, demo)
        }
        moment.caption = entry.caption
        moment.place = entry.place
        let place = Coordinate(latitude: entry.latitude, longitude: entry.longitude)
        moment.coordinate = entry.place == .area ? place.map { SnappedPosition($0).centre } : place
        moment.late = entry.lateMinutes > 0 ? Int64(now.milliseconds - window.closesAt.milliseconds) : 0
        try site.database.write { try post($0, moment, of: account, in: window, now) }
    }
}
