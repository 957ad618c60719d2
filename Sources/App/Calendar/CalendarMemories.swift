/// On this day: the dates of earlier years that today reminds of.
enum CalendarMemories {
    /// The same date in earlier years, the latest first. In a year without one, 29 February belongs to the day before.
    ///
    /// - Parameter first: nothing is before this day.
    static func days(before today: CalendarDay, since first: CalendarDay) -> [CalendarDay] {
        let (year, month, day) = today.date
        let earlier = (min(first.date.year, year)..<year).reversed()
        return earlier.flatMap { past in
            let dates = month == 2 && day == 28 && !hasLeapDay(year) ? [29, 28] : [day]
            return dates.compactMap { CalendarDay(year: past, month: month, day: $0) }.filter { $0 >= first }
        }
    }

    /// What the page says of such a day; "" for others.
    static func words(_ today: CalendarDay) -> String {
        let (year, month, day) = today.date
        if month == 2 && day == 29 { return "Only leap years have this day." }
        return month == 2 && day == 28 && !hasLeapDay(year)
            ? "This year has no 29 February, so its photos are here too." : ""
    }

    /// "A year ago", "3 years ago", and the date where it is another one.
    static func ago(_ past: CalendarDay, _ today: CalendarDay) -> String {
        let years = today.date.year - past.date.year
        let words = years == 1 ? "A year ago" : "\(years) years ago"
        return past.date.day == today.date.day ? words : "\(words), on \(past.date.day) February"
    }

    private static func hasLeapDay(_ year: Int) -> Bool { CalendarDay(year: year, month: 2, day: 29) != nil }
}
