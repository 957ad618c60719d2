/// What counts as one emoji (Unicode Technical Standard 51).
enum Emoji {
    /// Longest emoji in bytes of UTF-8: a family with skin tones has 41.
    private static let longest = 60
    /// Those that a page offers.
    static let offered = ["❤️", "😂", "😮", "😢", "👏", "🔥"]

    /// A text that is exactly one emoji, as it is drawn in colour; nil for anything else.
    static func one(_ text: String?) -> String? {
        guard let text, text.utf8.count <= longest else { return nil }
        let emoji = text.filter { !$0.isWhitespace }
        guard emoji.count == 1, let first = emoji.unicodeScalars.first else { return nil }
        let scalars = Array(emoji.unicodeScalars)
        if isFlag(scalars) || isKeycap(scalars) { return emoji }
        guard first.properties.isEmoji, !isInText(first), scalars.allSatisfy(isPart) else { return nil }
        // A heart alone is drawn as text: with a variation selector it is the emoji that was meant.
        return scalars.count == 1 && !first.properties.isEmojiPresentation ? emoji + "\u{FE0F}" : emoji
    }

    private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    }

    private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count > 1 && scalars.last?.value == 0x20E3 && "0123456789#*".unicodeScalars.contains(scalars[0])
            && scalars.dropFirst().dropLast().allSatisfy { $0.value == 0xFE0F }
    }

    /// Digits and signs of texts that Unicode counts among emoji, and half a flag.
    private static func isInText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x203C || scalar.value == 0x2122 || scalar.value == 0x2139
            || (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // A joiner, the selector of colour, the letters of a subdivision's flag.
        case 0x200D, 0xFE0F, 0xE0020...0xE007F: true
        default: scalar.properties.isEmoji && !isInText(scalar)
        }
    }
}
