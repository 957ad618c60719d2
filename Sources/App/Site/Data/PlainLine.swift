/// Text for one line of a terminal.
public enum PlainLine {
    /// The text with spaces for line breaks and for what moves a terminal's cursor: files and servers may say anything.
    public static func text(_ text: String) -> String {
        let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
        return String(plain).split(whereSeparator: { $0.isNewline }).joined(separator: " ")
    }
}
