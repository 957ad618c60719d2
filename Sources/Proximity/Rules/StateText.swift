/// The text in which a state is stored: its numbers and words, separated by spaces; "-" for what is not known.
///
/// Not JSON: states are read and written with every position, and Foundation's coders took a quarter of all time that a
/// position of a member of a group takes (see docs/benchmarks.md).
struct StateText {
    /// What was added so far.
    private(set) var text = ""

    mutating func add(_ field: some LosslessStringConvertible) {
        if !text.isEmpty { text += " " }
        text += field.description
    }

    /// Adds "-" for nil.
    mutating func add(_ field: (some LosslessStringConvertible)?) {
        if let field { add(field) } else { add("-") }
    }

    mutating func add(_ place: Coordinate) {
        add(place.latitude)
        add(place.longitude)
    }

    mutating func add(_ isSo: Bool) { add(isSo ? 1 : 0) }
}

/// Reads what ``StateText`` wrote, field by field in the same order.
struct StateFields {
    /// The text is no such state.
    struct Malformed: Error {}

    /// What has not been read; begins with a word. By bytes: to look for characters took a twentieth of a position's time.
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
        skipSpaces()
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func word() throws(Malformed) -> Substring {
        guard !isAtEnd else { throw Malformed() }
        let word = rest.prefix { $0 != StateFields.space }
        rest = rest[word.endIndex...]
        skipSpaces()
        return Substring(word)
    }

    private static let space = UInt8(ascii: " ")

    private mutating func skipSpaces() { rest = rest.drop { $0 == StateFields.space } }

    /// Takes the next word if it is "-".
    private mutating func takeNone() -> Bool {
        guard rest.first == UInt8(ascii: "-"), rest.dropFirst().first ?? StateFields.space == StateFields.space else {
            return false
        }
        rest = rest.dropFirst()
        skipSpaces()
        return true
    }

    mutating func integer() throws(Malformed) -> Int64 {
        guard let number = Int64(try word()) else { throw Malformed() }
        return number
    }

    /// nil for "-".
    mutating func optionalInteger() throws(Malformed) -> Int64? {
        takeNone() ? nil : try integer()
    }

    /// A finite number.
    mutating func number() throws(Malformed) -> Double {
        guard let number = Double(try word()), number.isFinite else { throw Malformed() }
        return number
    }

    /// nil for "-".
    mutating func optionalNumber() throws(Malformed) -> Double? {
        takeNone() ? nil : try number()
    }

    mutating func coordinate() throws(Malformed) -> Coordinate {
        let (latitude, longitude) = (try number(), try number())
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { throw Malformed() }
        return place
    }

    mutating func time() throws(Malformed) -> Timestamp { Timestamp(milliseconds: try integer()) }

    mutating func flag() throws(Malformed) -> Bool {
        switch try integer() {
        case 0: false
        case 1: true
        default: throw Malformed()
        }
    }
}
