extension StringProtocol {
    /// The longest beginning of whole letters with at most `most` Unicode scalars, which is what SQLite counts: one letter
    /// may be thousands of them. Of a first letter that is longer by itself, its first scalars.
    ///
    /// Reads no more than `most + 1` scalars.
    public func prefix(scalars most: Int) -> String {
        // The scalar after the last one tells whether its letter goes on.
        let start = String(String.UnicodeScalarView(unicodeScalars.prefix(most + 1)))
        guard start.unicodeScalars.count > most else { return start }
        let letters = start.dropLast()
        return letters.isEmpty
            ? String(String.UnicodeScalarView(start.unicodeScalars.dropLast())) : String(letters)
    }
}
