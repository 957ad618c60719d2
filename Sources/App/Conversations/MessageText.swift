import Foundation

/// The words of a message in pieces: words, and links that can be followed.
struct MessageText {
    let pieces: [Piece]
    /// Whether it is one to three emoji and nothing else.
    let isEmoji: Bool

    struct Piece: Equatable {
        let words: String
        /// Where it leads; "" for words.
        var address = ""
        /// Whether it leads inside the site.
        var isInside = false
    }

    /// - Parameter site: the address of the site; nil makes no links.
    init(_ text: String, linksOf site: String?) {
        let shown = text.replacing(#/\n{3,}/#, with: "\n\n")
        isEmoji = MessageText.isEmoji(shown)
        pieces = shown.isEmpty ? [] : site.map { MessageText.pieces(shown, $0) } ?? [Piece(words: shown)]
    }

    var isEmpty: Bool { pieces.isEmpty }

    private static func isEmoji(_ text: String) -> Bool {
        let characters = text.filter { !$0.isWhitespace }
        return (1...3).contains(characters.count)
            && characters.allSatisfy { character in
                let scalars = character.unicodeScalars
                guard let first = scalars.first?.properties else { return false }
                // Digits are emoji only with the sign that makes them so.
                return first.isEmojiPresentation
                    || first.isEmoji && scalars.contains { $0.value == 0xFE0F || $0.properties.isEmojiModifier }
            }
    }

    /// Characters that are looked through for the ends of links, all in all: a text of hundreds of links within each
    /// other costs no more than any other one.
    private static let maxScanned = 2 * Message.maxTextLength

    private static func pieces(_ text: String, _ site: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var words = ""
        var scanned = 0
        // At the start of a word only: "xhttps://" is no link.
        while let start = rest.firstRange(of: #/https?:\/\//#.ignoresCase()) {
            let before = start.lowerBound == text.startIndex ? nil : text[text.index(before: start.lowerBound)]
            let isWord = before.map { $0.isLetter || $0.isNumber } ?? false
            let link = isWord || scanned > maxScanned ? nil : MessageLink(rest[start.lowerBound...], &scanned)
            words += rest[..<start.lowerBound]
            let end = link.map { $0.words.endIndex } ?? start.upperBound
            if let link {
                if !words.isEmpty { pieces.append(Piece(words: words)) }
                words = ""
                let inside = link.path(inside: site)
                pieces.append(
                    Piece(words: String(link.words), address: inside ?? link.address, isInside: inside != nil))
            } else {
                words += rest[start]
            }
            rest = rest[end...]
        }
        words += rest
        return words.isEmpty ? pieces : pieces + [Piece(words: words)]
    }
}

/// An address in a text that leads where it says: http or https, a host in plain letters, and nobody's name before it.
struct MessageLink {
    /// As it is written.
    let words: Substring
    /// The same with a scheme in small letters.
    let address: String
    /// Where its host ends.
    private let pathStart: Substring.Index

    /// Reads the address at the start of a text, which begins with its scheme; nil for none that can be trusted.
    ///
    /// - Parameter scanned: raised by the number of characters that were looked through.
    init?(_ text: Substring, _ scanned: inout Int) {
        guard let colon = text.firstIndex(of: ":"), MessageLink.mayHaveHost(text[colon...].dropFirst(3)) else {
            return nil
        }
        var end = text.startIndex
        while end < text.endIndex, !text[end].unicodeScalars.contains(where: { MessageLink.ends($0) }) {
            end = text.index(after: end)
            scanned += 1
        }
        words = MessageLink.trimmed(text[..<end])
        guard colon < words.endIndex else { return nil }
        let hostStart = text.index(colon, offsetBy: 3)
        guard hostStart <= words.endIndex else { return nil }
        pathStart = words[hostStart...].firstIndex { "/?#".contains($0) } ?? words.endIndex
        guard MessageLink.isHost(words[hostStart..<pathStart]) else { return nil }
        address = words[..<colon].lowercased() + words[colon...]
    }

    /// Its path, if its host is the site's; nil for another one.
    func path(inside site: String) -> String? {
        guard address[..<address.index(address.startIndex, offsetBy: hostLength)].lowercased() == site else {
            return nil
        }
        let path = String(words[pathStart...])
        let whole = path.hasPrefix("/") ? path : "/" + path
        return PathText.inside(whole) == whole ? whole : nil
    }

    private var hostLength: Int { words.distance(from: words.startIndex, to: pathStart) }

    /// What is in no address: spaces, quotes, and all that is invisible or turns the direction of writing.
    private static func ends(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: "<>\"\\`{}|^".unicodeScalars.contains(scalar)
        }
    }

    /// Without the punctuation of the sentence around it. A bracket belongs to it if it was opened in it.
    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        // How many more are closed than opened.
        var loose: [Character: Int] = [")": 0, "]": 0]
        for character in text {
            switch character {
            case "(": loose[")", default: 0] -= 1
            case "[": loose["]", default: 0] -= 1
            case ")", "]": loose[character, default: 0] += 1
            default: break
            }
        }
        while let last = text.last {
            guard loose[last].map({ $0 > 0 }) ?? ".,;:!?'…’”»*_~".contains(last) else { break }
            loose[last]? -= 1
            text.removeLast()
        }
        return text
    }

    /// Whether a text may begin with a host; asked before its end is looked for.
    private static func mayHaveHost(_ text: Substring) -> Bool {
        let run = text.prefix(300).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
        guard run.endIndex < text.endIndex, "/?#".contains(text[run.endIndex]) else { return !run.isEmpty }
        return isHost(run)
    }

    private static func isHost(_ text: Substring) -> Bool {
        text.count <= 253 && text.wholeMatch(of: #/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?/#) != nil
            && !text.contains("..")
    }
}
