import Foundation

/// What counts as one emoji (Unicode Technical Standard 51).
enum Emoji {
    /// Longest emoji in bytes of UTF-8: a family with skin tones has 41.
    private static let longest = 60
    /// Those that a page offers.
    static let offered = ["❤️", "😂", "😮", "😢", "👏", "🔥"]

    /// A text that is exactly one emoji, in its one spelling; nil for anything else.
    static func one(_ text: String?) -> String? {
        guard let text, text.utf8.count <= longest else { return nil }
        let typed = text.filter { !$0.isWhitespace }
        // Keyboards disagree on where the selectors of text and colour stand.
        let scalars = Array(typed.unicodeScalars).filter { $0.value != 0xFE0E && $0.value != 0xFE0F }
        guard typed.count == 1, let first = scalars.first else { return nil }
        if isFlag(scalars) { return spelled(scalars) }
        if isKeycap(scalars) { return "\(first)\u{FE0F}\u{20E3}" }
        guard first.properties.isEmoji, !first.properties.isEmojiModifier, !isInText(first),
            scalars.last?.value != 0x200D, scalars.allSatisfy(isPart),
            isFlagOfPart(scalars) || !scalars.contains(where: isTag)
        else { return nil }
        return spelled(scalars)
    }

    /// The one spelling of an emoji, which Unicode calls fully qualified: a heart alone is drawn as text, with a selector it
    /// is the emoji that was meant, and what is drawn in colour anyway, or has a skin tone, needs none.
    private static func spelled(_ scalars: [Unicode.Scalar]) -> String {
        var emoji = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            emoji.append(scalar)
            let hasTone = place + 1 < scalars.count && scalars[place + 1].properties.isEmojiModifier
            if scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation, !hasTone { emoji.append("\u{FE0F}") }
        }
        return String(emoji)
    }

    /// Two letters are drawn as a flag if they are the code of a region that has one.
    private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.count == 2, scalars.allSatisfy({ (0x1F1E6...0x1F1FF).contains($0.value) }) else { return false }
        return regions.contains(
            String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0.value - 0x1F1A5) })))
    }

    /// Codes of regions with a flag: those of ISO 3166, and the others that Unicode lists.
    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 })
        .union(["AC", "CP", "DG", "EA", "EU", "IC", "TA", "UN", "XK"])

    private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count == 2 && scalars[1].value == 0x20E3 && "0123456789#*".unicodeScalars.contains(scalars[0])
    }

    /// Digits and signs of texts that Unicode counts among emoji, and half a flag.
    private static func isInText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x203C || scalar.value == 0x2122 || scalar.value == 0x2139
            || (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The flag of a part of a country: a black flag, letters as tags, and their end.
    private static func isFlagOfPart(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.first?.value == 0x1F3F4 && scalars.last?.value == 0xE007F && scalars.dropFirst().allSatisfy(isTag)
    }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // A joiner, the letters of a subdivision's flag.
        case 0x200D, 0xE0020...0xE007F: true
        default: scalar.properties.isEmoji && !isInText(scalar)
        }
    }
}
