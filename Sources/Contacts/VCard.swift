import Text

/// The parts of an address-book card that Cairn uses.
public struct ContactCard: Sendable, Equatable {
    /// The formatted name; empty when the card has none. No control characters, at most 200 Unicode scalars.
    public var name: String
    /// E-mail addresses as the card writes them, without `mailto:`: one `@`, no blanks, no duplicates (ignoring case).
    public var emails: [String]
}

/// What a file of cards holds.
public struct AddressBook: Sendable, Equatable {
    /// In the order of the file.
    public var cards: [ContactCard] = []
    /// How many cards are left out: those that are cut off, begin or end out of order, or have no version that is known.
    public var leftOut = 0
    /// How many EMAILs of these cards hold something, but no address.
    public var unreadEmails = 0
}

/// Address books in vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), as phones and mail programs export them.
///
/// Reads names and e-mail addresses; everything else, mostly photos, is skipped without being decoded. Linear time and
/// memory.
public enum VCard {
    /// The maximum size of a file, 2 MiB, which bounds the lengths of lines and the number of addresses.
    public static let maximumBytes = 2 << 20
    /// The maximum number of cards in a file.
    public static let maximumCards = 5_000
    /// The maximum depth of nested cards: 2.1 nests the card of a person's agent.
    static let maximumDepth = 4
    static let maximumNameLength = 200

    /// The cards of a file. Nested cards and lines that are no properties are skipped.
    ///
    /// - Throws: `VCardError` when the file is too large or holds too many cards, or none that can be read.
    public static func parse(_ bytes: [UInt8]) throws(VCardError) -> AddressBook {
        guard bytes.count <= maximumBytes else { throw .tooLarge }
        // Some mail programs write UTF-16.
        let text = UTF16Text.marked(bytes).map { Array($0.utf8) } ?? bytes
        var lines = ContentLines(text, wanted: CardReader.properties)
        var reader = CardReader()
        while let line = lines.next() { try reader.read(line) }
        return try reader.finish(lastLine: lines.number)
    }
}

/// Why a file is refused as an address book. `line` counts from 1.
public enum VCardError: Error, Sendable, Equatable, CustomStringConvertible {
    /// More than `VCard.maximumBytes`.
    case tooLarge
    /// No card in it.
    case noCard
    /// More than `VCard.maximumCards`.
    case tooManyCards
    /// No card that can be read; the first has a version other than 2.1, 3.0 and 4.0, or none.
    case unknownVersion(line: Int)
    /// No card that can be read; the first has no END or no BEGIN, or others within it too deep.
    case badNesting(line: Int)
    /// No card that can be read; the file ends within the first.
    case unfinished(line: Int)

    /// A message for the person who chose the file.
    public var description: String {
        switch self {
        case .tooLarge: "The file is larger than 2 MB."
        case .noCard: "There is no contact in the file. Export contacts as vCard (.vcf)."
        case .tooManyCards: "There are more than 5,000 contacts in the file."
        case .unknownVersion(let line): "Line \(line): only vCard 2.1, 3.0 and 4.0 can be read."
        case .badNesting(let line): "Line \(line): contacts begin and end out of order."
        case .unfinished(let line): "The file is cut off: its last contact does not end (line \(line))."
        }
    }
}
