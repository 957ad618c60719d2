import Foundation

/// What counts as one emoji (Unicode Technical Standard 51).
enum Emoji {
    /// Longest emoji in bytes of UTF-8: a kiss of two people with skin tones has 35.
    private static let longest = 60
    /// Those that a page offers.
    static let offered = ["❤️", "😂", "😮", "😢", "👏", "🔥"]

    /// A text that is exactly one emoji, in its one spelling; nil for anything else.
    static func one(_ text: String?) -> String? {
        guard let text, text.utf8.count <= longest else { return nil }
        let typed = text.filter { !$0.isWhitespace }
        guard typed.count == 1, let first = typed.unicodeScalars.first else { return nil }
        // Signs of texts are emoji only with the selector of colour.
        if signs.contains(first) { return Array(typed.unicodeScalars) == [first, "\u{FE0F}"] ? typed : nil }
        // Keyboards disagree on where the selectors of text and colour stand.
        let scalars = Array(typed.unicodeScalars).filter { $0.value != 0xFE0E && $0.value != 0xFE0F }
        if isKeycap(scalars) { return "\(first)\u{FE0F}\u{20E3}" }
        return isFlag(scalars) || isFlagOfPart(scalars) || isOne(scalars) ? spelled(scalars) : nil
    }

    /// Whether it is an emoji, or joined ones that are drawn as one.
    private static func isOne(_ scalars: [Unicode.Scalar]) -> Bool {
        let parts = scalars.split(separator: "\u{200D}" as Unicode.Scalar, omittingEmptySubsequences: false)
        return parts.allSatisfy { isPart($0) } && (parts.count == 1 || JoinedEmoji(parts).isOne)
    }

    /// Whether it is an emoji alone, or one of a person with a skin tone.
    private static func isPart(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, let last = scalars.last, first.properties.isEmoji, !isInText(first),
            !first.properties.isEmojiModifier
        else { return false }
        return scalars.count == 1
            || scalars.count == 2 && first.properties.isEmojiModifierBase && last.properties.isEmojiModifier
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

    /// Copyright, registered, trade mark and information.
    private static let signs: Set<Unicode.Scalar> = ["\u{A9}", "\u{AE}", "\u{2122}", "\u{2139}"]

    /// Digits and signs of texts that Unicode counts among emoji, and half a flag.
    private static func isInText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x203C || signs.contains(scalar) || (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The flag of a part of a country: a black flag, letters as tags, and their end. Fonts have those of England, Scotland
    /// and Wales, which Unicode recommends.
    private static func isFlagOfPart(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.first?.value == 0x1F3F4, scalars.last?.value == 0xE007F else { return false }
        let letters = scalars.dropFirst().dropLast().compactMap { Unicode.Scalar($0.value &- 0xE0000) }
        return letters.count == scalars.count - 2
            && ["gbeng", "gbsct", "gbwls"].contains(String(String.UnicodeScalarView(letters)))
    }
}
