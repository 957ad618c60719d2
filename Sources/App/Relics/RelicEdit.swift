import HTTP
import Proximity

/// What a maker changes of a relic.
struct RelicEdit: Sendable {
    let description: String
    /// Counted from now; nil leaves its end as it is.
    let lifetime: Relic.Lifetime?

    /// - Parameter before: the description of a form that names none.
    /// - Throws: a problem for each invalid field.
    init(_ form: FormFields, before: String) throws(ValidationErrors) {
        var errors = ValidationErrors()
        description = form["description"].map { MultilineText.normalized($0) } ?? before
        errors.checkLength("description", description, max: Relic.maxDescriptionLength)
        let chosen = form["lifetime"] ?? ""
        lifetime = Relic.Lifetime(rawValue: chosen)
        if lifetime == nil && !chosen.isEmpty { errors.add("lifetime", "Choose one of these.") }
        if !errors.isEmpty { throw errors }
    }
}
