/// A date and a clock time as ISO 8601 writes them, with an offset from UTC or without:
/// `2026-11-27T12:09:00.5+02:00`.
///
/// Between date and clock stands "T" or a blank. Seconds, a fraction of them and the offset may be missing. The offset
/// is "Z", `+hh:mm`, `+hhmm` or `+hh`. A blank in place of its plus counts as one: in a query or a form, a plus that the
/// sender did not encode arrives as a blank. Blanks around a time do not count. Digits and signs may be those of any
/// script.
public struct WrittenTime: Sendable, Equatable {
    /// What calendar and clock show, as if it were UTC.
    public let clock: Timestamp
    /// Seconds that the clock is ahead of UTC; nil if the text does not say.
    public let offset: Int?

    /// More than any such time has.
    private static let mostCharacters = 40

    /// The instant; nil without an offset.
    public var instant: Timestamp? { offset.map { clock - Double($0) } }

    /// Parses a time. What is less than a millisecond is dropped; the leap second 60 counts as the next one.
    public init?(_ text: some StringProtocol) {
        guard let characters = WrittenSigns.ascii(text, atMost: WrittenTime.mostCharacters) else { return nil }
        var reader = TimeReader(characters)
        guard let day = reader.day(), reader.take("Tt ") != nil, let clock = reader.clock() else { return nil }
        self.clock = Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(clock))
        guard !reader.isAtEnd else {
            self.offset = nil
            return
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self.offset = offset
    }
}

/// Takes the parts of a time from the beginning of a text.
private struct TimeReader {
    private var rest: ArraySlice<UInt8>

    init(_ characters: ArraySlice<UInt8>) { rest = characters }

    var isAtEnd: Bool { rest.isEmpty }

    /// Takes one of these characters; nil if another one follows.
    mutating func take(_ characters: String) -> UInt8? {
        guard let first = rest.first, characters.utf8.contains(first) else { return nil }
        rest.removeFirst()
        return first
    }

    /// Takes a number of so many digits; nil if it is none within `bounds`.
    private mutating func number(digits count: Int, in bounds: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ TimeReader.digits.contains($0) }) else { return nil }
        rest.removeFirst(count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return bounds.contains(number) ? number : nil
    }

    private static let digits: ClosedRange<UInt8> = 48...57

    /// Takes `2026-11-27`, as days since 1 January 1970.
    mutating func day() -> Int? {
        guard let year = number(digits: 4, in: 1...9_999), take("-") != nil,
            let month = number(digits: 2, in: 1...12), take("-") != nil, let day = number(digits: 2, in: 1...31)
        else { return nil }
        return GregorianCalendar.day(year: year, month: month, day: day)
    }

    /// Takes `12:09`, `12:09:00` or `12:09:00.5`, as milliseconds since midnight.
    mutating func clock() -> Int? {
        guard let hour = number(digits: 2, in: 0...23), take(":") != nil, let minute = number(digits: 2, in: 0...59)
        else { return nil }
        let minutes = (hour * 60 + minute) * 60_000
        guard take(":") != nil else { return minutes }
        guard let second = number(digits: 2, in: 0...60) else { return nil }
        guard take(".,") != nil else { return minutes + second * 1_000 }
        return thousandths().map { minutes + second * 1_000 + $0 }
    }

    /// Takes the digits after a decimal point, of which the first three count.
    private mutating func thousandths() -> Int? {
        let digits = rest.prefix { TimeReader.digits.contains($0) }
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        return zip(digits, [100, 10, 1]).reduce(0) { $0 + Int($1.0 - 48) * $1.1 }
    }

    /// Takes "Z", `+02:00`, `+0200` or `+02`, as seconds. No zone is more than 14 hours from UTC.
    mutating func offset() -> Int? {
        // Some write a blank before the offset, whose plus may be a blank as well.
        if rest.first == TimeReader.blank, let next = rest.dropFirst().first, "Zz+- ".utf8.contains(next) {
            rest.removeFirst()
        }
        guard let sign = take("Zz+- ") else { return nil }
        if "Zz".utf8.contains(sign) { return 0 }
        guard let hours = number(digits: 2, in: 0...14) else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = take(":")
            guard let number = number(digits: 2, in: 0...59) else { return nil }
            minutes = number
        }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static let blank = UInt8(ascii: " ")
}
