/// The name that somebody gives a thing: one line.
enum ShortName {
    /// Reads it from a form.
    ///
    /// - Parameters:
    ///   - max: Unicode scalars.
    ///   - missing: the message for an empty one.
    static func read(_ text: String?, max: Int, missing: String, into errors: inout ValidationErrors) -> String {
        let name = MultilineText.normalized(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name.isEmpty { errors.add("name", missing) }
        if !DisplayName.canBeShown(name) {
            errors.add("name", "That name has characters in it that can’t be shown. Leave them out.")
        }
        errors.checkLength("name", name, max: max)
        return name
    }
}
