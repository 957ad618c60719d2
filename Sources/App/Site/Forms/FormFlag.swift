import HTTP

extension FormFields {
    /// Which of two values a button's hidden field has; nil stands for a form without the field.
    ///
    /// - Throws: `Failure.conflict` for any other value: it must not count as one of the two.
    func flag(_ name: String, on: String?, off: String?) throws -> Bool {
        let value = self[name]
        guard value == on || value == off else {
            throw Failure.conflict("We don’t know that choice. Go back, reload the page and choose again.")
        }
        return value == on
    }
}
