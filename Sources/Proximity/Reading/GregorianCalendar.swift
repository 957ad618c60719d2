/// The Gregorian calendar, also before it was introduced (proleptic).
public enum GregorianCalendar {
    /// The days that a date lies after 1 January 1970; negative before.
    ///
    /// Counted from 1 March, so that a leap day ends a year (Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    /// days_from_civil).
    ///
    /// - Parameters:
    ///   - year: 1…9999
    ///   - month: from 1
    ///   - day: of the month, from 1
    /// - Returns: nil for a date that the calendar does not have, and for other years.
    public static func day(year: Int, month: Int, day: Int) -> Int? {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= length(month: month, of: year)
        else { return nil }
        let (fromMarch, monthFromMarch) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = fromMarch / 4 - fromMarch / 100 + fromMarch / 400
        return fromMarch * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }

    /// Days.
    private static func length(month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
