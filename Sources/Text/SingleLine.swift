extension StringProtocol {
    /// The text in one line of at most `most` Unicode scalars, its words parted by one space each. Without what could look
    /// like part of the page around it: controls, ends of lines, overrides of the direction, characters without a meaning.
    ///
    /// Reads no more than the first 400 scalars.
    public func singleLine(scalars most: Int) -> String {
        // By scalars: a single character may consist of thousands.
        let scalars = unicodeScalars.prefix(400).map { $0.leavesLine ? " " : $0 }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let line = words.prefix(scalars: most)
        return line.hasSuffix(" ") ? String(line.dropLast()) : line
    }
}

extension Unicode.Scalar {
    fileprivate var leavesLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
        }
    }
}
