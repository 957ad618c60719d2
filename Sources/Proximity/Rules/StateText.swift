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

    private var rest: ArraySlice<Substring>

    init(_ text: String) { rest = text.split(separator: " ")[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next<Field: LosslessStringConvertible>(_: Field.Type = Field.self) throws(Malformed) -> Field {
        guard let field: Field = try optional() else { throw Malformed() }
        return field
    }

    /// nil for "-".
    mutating func optional<Field: LosslessStringConvertible>(
        _: Field.Type = Field.self
    ) throws(Malformed) -> Field? {
        guard let text = rest.popFirst() else { throw Malformed() }
        if text == "-" { return nil }
        guard let field = Field(String(text)) else { throw Malformed() }
        return field
    }

    mutating func coordinate() throws(Malformed) -> Coordinate {
        let (latitude, longitude): (Double, Double) = (try next(), try next())
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { throw Malformed() }
        return place
    }

    mutating func time() throws(Malformed) -> Timestamp { Timestamp(milliseconds: try next()) }

    mutating func flag() throws(Malformed) -> Bool {
        switch try next(Int.self) {
        case 0: false
        case 1: true
        default: throw Malformed()
        }
    }

    /// A finite number.
    mutating func number() throws(Malformed) -> Double {
        let number: Double = try next()
        guard number.isFinite else { throw Malformed() }
        return number
    }
}
