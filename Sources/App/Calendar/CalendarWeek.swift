import Foundation

/// On which weekday the weeks of a reader begin.
enum CalendarWeek {
    /// From 0, Sunday: where the header says nothing.
    static let usual = 1

    /// The locales that there are, by their names in small letters. Foundation keeps every locale that it was ever asked for,
    /// so it is never asked for one that a visitor made up.
    private static let locales = Dictionary(
        Locale.availableIdentifiers.map { ($0.replacing("_", with: "-").lowercased(), $0) }
    ) { first, _ in first }

    /// Loading the rules of a region takes longer than the rest of the page.
    private static let known = LRUCache<String, Int>(limit: 200)

    /// By the first language of an `Accept-Language` header (RFC 9110, 12.5.4): Sunday for `en-US`, Saturday for `ar-EG`,
    /// Monday for most.
    static func firstWeekday(_ header: String?) -> Int {
        guard let header else { return usual }
        let tag = String(header.prefix(35).prefix { $0 != "," && $0 != ";" }).trimmingCharacters(in: .whitespaces)
        guard tag.utf8.count >= 2, tag.utf8.allSatisfy({ isLetter($0) || $0 == 0x2D }) else { return usual }
        guard let locale = locale(tag.lowercased()) else { return usual }
        return known.value(locale) {
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: locale)
            return min(max(calendar.firstWeekday - 1, 0), 6)
        }
    }

    /// The locale of a language tag, or of as many of its first parts as there is one for (RFC 4647, 3.4).
    private static func locale(_ tag: String) -> String? {
        var parts = tag.split(separator: "-")
        while !parts.isEmpty {
            if let found = locales[parts.joined(separator: "-")] { return found }
            parts.removeLast()
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension CalendarMonth {
    /// The month in weeks of seven places; nil for days of other months.
    ///
    /// - Parameter first: the weekday on which weeks begin, from 0, Sunday.
    func weeks(from first: Int) -> [[CalendarDay?]] {
        let days = days
        let lead = (self.first.weekday - first + 7) % 7
        let places: [CalendarDay?] = Array(repeating: nil, count: lead) + days
        return stride(from: 0, to: places.count, by: 7).map { start in
            let week = Array(places[start..<min(start + 7, places.count)])
            return week + Array(repeating: nil, count: 7 - week.count)
        }
    }
}
