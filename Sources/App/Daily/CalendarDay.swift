import Database
import Foundation
import Proximity

/// A day of the Gregorian calendar, without a time and without a zone.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1 January 1970.
    let number: Int

    /// The days that addresses may name: of the years 2000 to 2099.
    static let allowed = 10_957..<47_482

    init(number: Int) { self.number = number }

    /// The day on the calendar of a zone.
    init(_ time: Timestamp, _ zone: TimeZone) { number = LocalTime(time, zone).day }

    /// A date; nil for one that no calendar has, and outside of the years above.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard let number = GregorianCalendar.day(year: year, month: month, day: day),
            CalendarDay.allowed.contains(number)
        else { return nil }
        self.number = number
    }

    /// Reads `2026-11-23`.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map({ $0.utf8.count }) == [4, 2, 2],
            let year = InputNumber.whole(parts[0], in: 0...9_999), let month = InputNumber.whole(parts[1], in: 1...12),
            let day = InputNumber.whole(parts[2], in: 1...31)
        else { return nil }
        self.init(year, month, day)
    }

    private var local: LocalTime { LocalTime(day: number) }
    /// Year, month from 1, and day of the month.
    var date: (year: Int, month: Int, day: Int) { local.date }
    /// From 0, Sunday.
    var weekday: Int { local.weekday }
    /// `2026-11-23`
    var text: String { local.isoDate }
    var month: CalendarMonth { CalendarMonth(number: date.year * 12 + date.month - 1) }

    static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(number: day.number + days) }
    static func - (day: CalendarDay, days: Int) -> CalendarDay { day + -days }
    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: RawRepresentable, ColumnValue {
    /// The form in the database.
    init(rawValue: Int64) { number = Int(rawValue) }
    var rawValue: Int64 { Int64(number) }
}

/// A month of the Gregorian calendar.
struct CalendarMonth: Sendable, Hashable, Comparable {
    /// 12 × year + month − 1.
    let number: Int

    init(number: Int) { self.number = number }

    /// Reads `2026-11`.
    init?(_ text: String) {
        guard let day = CalendarDay("\(text)-01") else { return nil }
        self = day.month
    }

    var year: Int { number / 12 }
    /// From 1.
    var month: Int { number % 12 + 1 }
    /// `2026-11`
    var text: String { String(first.text.prefix(7)) }
    var first: CalendarDay { CalendarDay(number: GregorianCalendar.day(year: year, month: month, day: 1) ?? 0) }
    /// Its days in order.
    var days: [CalendarDay] { (first.number..<(self + 1).first.number).map { CalendarDay(number: $0) } }
    /// Whether addresses may name it, and the month after it.
    var isAllowed: Bool {
        let next = self + 1
        return CalendarDay(year, month, 1) != nil && CalendarDay(next.year, next.month, 1) != nil
    }

    static func + (month: CalendarMonth, months: Int) -> CalendarMonth { CalendarMonth(number: month.number + months) }
    static func - (month: CalendarMonth, months: Int) -> CalendarMonth { month + -months }
    static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.number < right.number }
}
