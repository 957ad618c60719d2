extension StringProtocol {
    /// Whether anything of it is seen by itself: not with blanks, controls, joiners, selectors and marks alone, which would
    /// stand on what comes before them.
    public var hasVisibleCharacter: Bool { unicodeScalars.contains { isSeenAlone($0) } }
}

private func isSeenAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .spacingMark, .enclosingMark: false
    // A blank of Braille is a symbol for Unicode.
    default:
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
    }
}
