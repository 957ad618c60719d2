/// The errors of a form by field, in words for the person who filled it in.
struct ValidationErrors: Error, Equatable {
    /// Message by field name: the first one found per field.
    private(set) var messages: [String: String] = [:]

    init() {}

    /// One error.
    init(_ field: String, _ message: String) { messages = [field: message] }

    var isEmpty: Bool { messages.isEmpty }

    /// Adds an error unless the field already has one.
    mutating func add(_ field: String, _ message: String) {
        if messages[field] == nil { messages[field] = message }
    }

    /// Adds errors of other fields.
    mutating func add(_ others: ValidationErrors) { messages.merge(others.messages) { first, _ in first } }

    /// Adds an error if a text has more characters than it may have, in Unicode scalars, as the database counts.
    mutating func checkLength(_ field: String, _ text: String, max: Int) {
        if text.unicodeScalars.count > max { add(field, ValidationErrors.tooLong(max)) }
    }

    /// "That’s too long: 2,000 characters at most."
    static func tooLong(_ max: Int, _ unit: String = "characters") -> String {
        let digits = "\(max)"
        let grouped = max < 1_000 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
        return "That’s too long: \(grouped) \(unit) at most."
    }

    /// All messages, for a script.
    var words: String { messages.sorted { $0.key < $1.key }.map { $0.value }.joined(separator: " ") }

    /// The message of a field, "" for none.
    subscript(_ field: String) -> String { messages[field] ?? "" }

    /// Whether a field has an error.
    func has(_ field: String) -> Bool { messages[field] != nil }

    /// The message part below a field; its id is `FIELD-error`.
    func part(_ field: String) -> FieldErrorPart { FieldErrorPart(field: field, message: self[field]) }

    /// Throws itself unless it is empty.
    func check() throws(ValidationErrors) { if !isEmpty { throw self } }
}

/// A message below a field; renders nothing if empty.
struct FieldErrorPart {
    let field: String
    let message: String
}
