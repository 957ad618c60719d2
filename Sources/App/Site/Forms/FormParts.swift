import HTML

/// A labelled form field with its hint and its error.
struct FieldPart {
    let name: String
    let label: String
    let value: String
    /// `text`, `password`, `email`, `tel`, `date`, `search`, `number`, `url`.
    let type: String
    /// The hint below the field; "" for none.
    let hint: String
    /// An `autocomplete` token; "" leaves it to the browser.
    let autocomplete: String
    let placeholder: String
    let isRequired: Bool
    /// Minimum and maximum length in characters; 0 for no limit.
    let lengths: (min: Int, max: Int)
    let fieldError: FieldErrorPart

    /// Takes the field's message from `errors`.
    init(
        _ name: String, label: String, value: String = "", type: String = "text", hint: String = "",
        autocomplete: String = "", placeholder: String = "", isRequired: Bool = false,
        lengths: (min: Int, max: Int) = (0, 0), errors: ValidationErrors = ValidationErrors()
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.type = type
        self.hint = hint
        self.autocomplete = autocomplete
        self.placeholder = placeholder
        self.isRequired = isRequired
        self.lengths = lengths
        fieldError = errors.part(name)
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    /// The ids of its hint and its error.
    var describedBy: String { FieldPart.describedBy(name, hint: hint, fieldError: fieldError) }

    static func describedBy(_ name: String, hint: String, fieldError: FieldErrorPart) -> String {
        let ids = [hint.isEmpty ? nil : "\(name)-hint", fieldError.message.isEmpty ? nil : "\(name)-error"]
        return ids.compactMap { $0 }.joined(separator: " ")
    }
}

struct TextAreaPart {
    let name: String
    let label: String
    let value: String
    let rows: Int
    let hint: String
    let placeholder: String
    let isRequired: Bool
    /// Maximum length in characters.
    let max: Int
    let fieldError: FieldErrorPart

    init(
        _ name: String, label: String, value: String = "", rows: Int = 4, hint: String = "", placeholder: String = "",
        isRequired: Bool = false, max: Int, errors: ValidationErrors = ValidationErrors()
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.rows = rows
        self.hint = hint
        self.placeholder = placeholder
        self.isRequired = isRequired
        self.max = max
        fieldError = errors.part(name)
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    var describedBy: String { FieldPart.describedBy(name, hint: hint, fieldError: fieldError) }
}

/// A drop-down list.
struct SelectPart {
    let name: String
    let label: String
    let choices: [(value: String, words: String)]
    let chosen: String
    let hint: String
    let fieldError: FieldErrorPart

    init(
        _ name: String, label: String, choices: [(value: String, words: String)], chosen: String, hint: String = "",
        errors: ValidationErrors = ValidationErrors()
    ) {
        self.name = name
        self.label = label
        self.choices = choices
        self.chosen = chosen
        self.hint = hint
        fieldError = errors.part(name)
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    var describedBy: String { FieldPart.describedBy(name, hint: hint, fieldError: fieldError) }
}

/// Radio buttons.
struct ChoicesPart {
    let name: String
    let label: String
    let choices: [(value: String, words: String)]
    let chosen: String
    let fieldError: FieldErrorPart

    init(
        _ name: String, label: String, choices: [(value: String, words: String)], chosen: String,
        errors: ValidationErrors = ValidationErrors()
    ) {
        self.name = name
        self.label = label
        self.choices = choices
        self.chosen = chosen
        fieldError = errors.part(name)
    }

    /// The error belongs to the whole group.
    var isWrong: Bool { !fieldError.message.isEmpty }
}

/// A switch.
struct TogglePart {
    let name: String
    let label: String
    /// "" for none.
    let hint: String
    let isOn: Bool
}
