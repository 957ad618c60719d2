import Foundation

/// Builds cards from content lines.
struct CardReader {
    /// The properties it reads.
    static let properties: Set<String> = ["BEGIN", "END", "VERSION", "FN", "N", "NICKNAME", "ORG", "EMAIL"]

    private var cards: [ContactCard] = []
    private var card = Draft()
    private var depth = 0

    /// An unfinished card: candidates for its name, best first, and its addresses.
    private struct Draft {
        var formatted = ""
        var structured = ""
        var nickname = ""
        var organisation = ""
        var emails: [String] = []
        var seen: Set<String> = []

        var name: String { [formatted, structured, nickname, organisation].first { !$0.isEmpty } ?? "" }
    }

    mutating func read(_ line: ContentLine) throws(VCardError) {
        switch line.name {
        case "BEGIN":
            if line.text.trimmed.uppercased() == "VCARD" { try begin(line.number) }
        case "END":
            if line.text.trimmed.uppercased() == "VCARD" { try end(line.number) }
        default:
            // Depth 0 is outside any card; above 1 are nested cards of other people.
            if depth == 1 { try readProperty(line) }
        }
    }

    /// The cards, if there is at least one and the last is complete.
    func finish(lastLine: Int) throws(VCardError) -> [ContactCard] {
        guard depth == 0 else { throw .unfinished(line: lastLine) }
        guard !cards.isEmpty else { throw .noCard }
        return cards
    }

    private mutating func begin(_ number: Int) throws(VCardError) {
        depth += 1
        guard depth <= VCard.maximumDepth else { throw .badNesting(line: number) }
        guard depth == 1 else { return }
        guard cards.count < VCard.maximumCards else { throw .tooManyCards }
        card = Draft()
    }

    private mutating func end(_ number: Int) throws(VCardError) {
        guard depth > 0 else { throw .badNesting(line: number) }
        depth -= 1
        if depth == 0 { cards.append(ContactCard(name: card.name, emails: card.emails)) }
    }

    private mutating func readProperty(_ line: ContentLine) throws(VCardError) {
        switch line.name {
        case "VERSION":
            guard ["2.1", "3.0", "4.0"].contains(line.text.trimmed) else { throw .unknownVersion(line: line.number) }
        case "FN": keep(line.components.joined(separator: ";"), in: \.formatted)
        case "N":
            let parts = line.components + ["", ""]
            keep("\(parts[1]) \(parts[0])", in: \.structured)
        case "NICKNAME": keep(line.components[0], in: \.nickname)
        case "ORG": keep(line.components[0], in: \.organisation)
        default: try addAddress(line)
        }
    }

    /// Keeps the first that is not empty: later ones are translations and other spellings.
    private mutating func keep(_ text: String, in name: WritableKeyPath<Draft, String>) {
        guard card[keyPath: name].isEmpty else { return }
        let visible = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : String(scalar)
        }
        let words = visible.joined().split(separator: " ").joined(separator: " ")
        card[keyPath: name] = String(words.prefix(VCard.maximumNameLength))
    }

    private mutating func addAddress(_ line: ContentLine) throws(VCardError) {
        var address = line.components.joined(separator: ";").trimmed
        if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
        // Exports also put phone numbers, X.400 names and remarks here.
        guard CardReader.isAddress(address), card.seen.insert(address.lowercased()).inserted else { return }
        guard card.emails.count < VCard.maximumAddresses else { throw .tooManyAddresses(line: line.number) }
        card.emails.append(address)
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= 254 && parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
    }
}

extension String {
    /// Without leading and trailing white space.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
