/// What is wrong with a form, field by field, in words for the person who filled it in.
struct ValidationErrors: Error, Equatable {
    /// Message by field name, at most one a field: the first that was found.
    private(set) var messages: [String: String] = [:]

    init() {}

    /// One problem.
    init(_ field: String, _ message: String) { messages = [field: message] }

    var isEmpty: Bool { messages.isEmpty }

    /// Notes what is wrong with a field, unless something already is.
    mutating func add(_ field: String, _ message: String) {
        if messages[field] == nil { messages[field] = message }
    }

    /// Notes what else is wrong.
    mutating func add(_ others: ValidationErrors) { messages.merge(others.messages) { first, _ in first } }

    /// The message for a field, "" when it is fine.
    subscript(_ field: String) -> String { messages[field] ?? "" }

    /// Whether something is wrong with a field.
    func has(_ field: String) -> Bool { messages[field] != nil }

    /// The message as it stands below its field; its id is `FIELD-error`.
    func part(_ field: String) -> FieldErrorPart { FieldErrorPart(field: field, message: self[field]) }

    /// Throws itself unless it is empty.
    func check() throws(ValidationErrors) { if !isEmpty { throw self } }
}

/// A message below a field; nothing when all is well.
struct FieldErrorPart {
    let field: String
    let message: String
}
