import Foundation
import Text

/// Builds cards from content lines. A card with a fault is left out, and those around it are read.
struct CardReader {
    /// The properties it reads.
    static let properties: Set<String> = [
        "BEGIN", "END", "VERSION", "AGENT", "FN", "N", "NICKNAME", "ORG", "EMAIL",
    ]

    private var book = AddressBook()
    private var card = Draft(line: 0)
    private var depth = 0
    /// Whether the line before is an AGENT, whose card follows.
    private var isAgentNext = false
    /// How many cards were left out because another began within them: their ENDs may come later.
    private var lateEnds = 0
    /// Why the first card that is left out is left out.
    private var firstFault: VCardError?

    /// An unfinished card: candidates for its name, best first, and its addresses.
    private struct Draft {
        /// The line of its BEGIN.
        let line: Int
        var hasVersion = false
        var fault: VCardError?
        var formatted = ""
        var structured = ""
        var nickname = ""
        var organisation = ""
        var emails: [String] = []
        var seen: Set<String> = []
        /// How many of its EMAILs hold no address.
        var unreadEmails = 0

        var name: String { [formatted, structured, nickname, organisation].first { !$0.isEmpty } ?? "" }
    }

    /// - Throws: `VCardError.tooManyCards`.
    mutating func read(_ line: ContentLine) throws(VCardError) {
        let isAgent = isAgentNext
        isAgentNext = false
        switch line.name {
        case "BEGIN":
            if line.keyword == "VCARD" { begin(line.number, isAgent: isAgent) }
        case "END":
            let keyword = line.keyword
            // Of files that were put behind each other, the last line of one and the first of the next may be one.
            let isGlued = keyword == "VCARDBEGIN:VCARD"
            if keyword == "VCARD" || isGlued { try end(line.number) }
            if isGlued { begin(line.number, isAgent: false) }
        case "AGENT":
            guard depth > 0 else { return }
            isAgentNext = line.keyword.isEmpty
            if line.keyword == "BEGIN:VCARD" { begin(line.number, isAgent: true) }
        default:
            // Depth 0 is outside any card; above 1 are nested cards of other people.
            if depth == 1 { readProperty(line) }
        }
    }

    /// What was read.
    ///
    /// - Throws: why the first card is left out, if none is not; `VCardError.noCard` where there is none.
    mutating func finish(lastLine: Int) throws(VCardError) -> AddressBook {
        if depth > 0 { leaveOut(.unfinished(line: lastLine)) }
        guard !book.cards.isEmpty else { throw firstFault ?? .noCard }
        return book
    }

    private mutating func leaveOut(_ fault: VCardError) {
        book.leftOut += 1
        firstFault = firstFault ?? fault
    }

    private mutating func begin(_ number: Int, isAgent: Bool) {
        if isAgent {
            depth += 1
            if depth > VCard.maximumDepth { card.fault = card.fault ?? .badNesting(line: number) }
            return
        }
        if depth > 0 {
            // The open card was cut off, for only an agent's card stands within another.
            leaveOut(.badNesting(line: number))
            lateEnds += depth
        } else {
            lateEnds = 0
        }
        depth = 1
        card = Draft(line: number)
    }

    private mutating func end(_ number: Int) throws(VCardError) {
        guard depth > 0 else {
            // Otherwise it is all that is known of a card whose BEGIN is missing.
            if lateEnds > 0 { lateEnds -= 1 } else { leaveOut(.badNesting(line: number)) }
            return
        }
        depth -= 1
        guard depth == 0 else { return }
        if let fault = card.fault ?? (card.hasVersion ? nil : .unknownVersion(line: card.line)) {
            return leaveOut(fault)
        }
        guard book.cards.count < VCard.maximumCards else { throw .tooManyCards }
        book.cards.append(ContactCard(name: card.name, emails: card.emails))
        book.unreadEmails += card.unreadEmails
    }

    private mutating func readProperty(_ line: ContentLine) {
        switch line.name {
        case "VERSION":
            card.hasVersion = true
            if !["2.1", "3.0", "4.0"].contains(line.keyword) {
                card.fault = card.fault ?? .unknownVersion(line: line.number)
            }
        case "FN": keep(line.components.joined(separator: ";"), in: \.formatted)
        case "N":
            let parts = line.components + ["", ""]
            keep("\(parts[1]) \(parts[0])", in: \.structured)
        case "NICKNAME": keep(line.components[0], in: \.nickname)
        case "ORG": keep(line.components[0], in: \.organisation)
        default: addAddresses(line)
        }
    }

    /// Keeps the first that is not empty: later ones are translations and other spellings.
    private mutating func keep(_ text: String, in name: WritableKeyPath<Draft, String>) {
        guard card[keyPath: name].isEmpty else { return }
        let visible = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : String(scalar)
        }
        let words = visible.joined().split(separator: " ").joined(separator: " ")
        card[keyPath: name] = words.prefix(scalars: VCard.maximumNameLength)
    }

    /// Keeps the addresses of an EMAIL. Exports also put phone numbers, X.400 names and remarks there, which are counted.
    private mutating func addAddresses(_ line: ContentLine) {
        let value = line.components.joined(separator: ";")
        let addresses = CardReader.addresses(value)
        if addresses.isEmpty && !value.trimmed.isEmpty { card.unreadEmails += 1 }
        for address in addresses {
            if card.seen.insert(address.lowercased()).inserted { card.emails.append(address) }
        }
    }

    /// The addresses of a value: one, or a list of them.
    private static func addresses(_ value: String) -> [String] {
        value.unicodeScalars.split { $0 == "," || $0 == ";" }.map { bare($0) }.filter { isAddress($0) }
    }

    /// An address without the name before it (`Aino <aino@example.org>`), and without the marks of a link.
    private static func bare(_ part: Substring.UnicodeScalarView) -> String {
        var address = part
        if let bracket = part.lastIndex(of: "<") { address = part[bracket...].dropFirst().prefix { $0 != ">" } }
        let text = String(address).trimmed
        guard text.prefix(7).lowercased() == "mailto:" else { return text }
        let linked = String(text.dropFirst(7).prefix { $0 != "?" })
        return linked.removingPercentEncoding ?? linked
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= 254 && parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
    }
}

extension ContentLine {
    /// The value in capitals, as BEGIN, END and VERSION have it: without white space around it and byte order marks.
    fileprivate var keyword: String { text.replacing("\u{FEFF}", with: "").trimmed.uppercased() }
}

extension String {
    /// Without leading and trailing white space.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
