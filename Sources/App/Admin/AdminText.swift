/// Texts that administrators type.
enum AdminText {
    /// Parses the note on an action; it may be empty unless `isNeeded`.
    ///
    /// - Throws: the problem, under `field`.
    static func detail(_ text: String?, field: String, isNeeded: Bool = false) throws(ValidationErrors) -> String {
        let text = MultilineText.normalized(text)
        if isNeeded && text.isEmpty { throw ValidationErrors(field, "Write what you did about it.") }
        guard text.unicodeScalars.count <= AdminAction.maxDetailLength else {
            throw ValidationErrors(field, ValidationErrors.tooLong(AdminAction.maxDetailLength))
        }
        return text
    }
}
