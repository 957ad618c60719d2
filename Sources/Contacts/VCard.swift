/// The parts of an address-book card that Cairn uses.
public struct ContactCard: Sendable, Equatable {
    /// The formatted name; empty when the card has none. No control characters, at most 200 characters.
    public var name: String
    /// E-mail addresses as the card writes them, without `mailto:`: one `@`, no blanks, no duplicates (ignoring case),
    /// at most 20.
    public var emails: [String]
}

/// Address books in vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), as phones and mail programs export them.
///
/// Reads names and e-mail addresses; everything else, mostly photos, is skipped without being decoded. Linear time and
/// memory.
public enum VCard {
    /// The maximum size of a file: 2 MiB.
    public static let maximumBytes = 2 << 20
    /// The maximum number of cards in a file.
    public static let maximumCards = 5_000
    /// The maximum number of addresses on a card.
    public static let maximumAddresses = 20
    /// The maximum length of an unfolded line: 1 MiB.
    public static let maximumLineBytes = 1 << 20
    /// The maximum depth of nested cards: 2.1 nests the card of a person's agent.
    static let maximumDepth = 4
    static let maximumNameLength = 200

    /// The cards of a file, in its order. Nested cards and lines that are no properties are skipped.
    ///
    /// - Throws: `VCardError` when a limit is exceeded, or the file is not a vCard or ends within a card.
    public static func parse(_ bytes: [UInt8]) throws(VCardError) -> [ContactCard] {
        guard bytes.count <= maximumBytes else { throw .tooLarge }
        var lines = ContentLines(bytes, wanted: CardReader.properties)
        var reader = CardReader()
        while let line = try lines.next() { try reader.read(line) }
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
    /// More than `VCard.maximumAddresses` on the card that this line belongs to.
    case tooManyAddresses(line: Int)
    /// More than `VCard.maximumLineBytes`.
    case lineTooLong(line: Int)
    /// A version other than 2.1, 3.0 and 4.0.
    case unknownVersion(line: Int)
    /// An END without its BEGIN, or cards nested too deep.
    case badNesting(line: Int)
    /// The file ends within a card.
    case unfinished(line: Int)

    /// A message for the person who chose the file.
    public var description: String {
        switch self {
        case .tooLarge: "The file is larger than 2 MB."
        case .noCard: "There is no contact in the file. Export contacts as vCard (.vcf)."
        case .tooManyCards: "There are more than 5,000 contacts in the file."
        case .tooManyAddresses(let line): "Line \(line): a contact has more than 20 email addresses."
        case .lineTooLong(let line): "Line \(line) is too long."
        case .unknownVersion(let line): "Line \(line): only vCard 2.1, 3.0 and 4.0 can be read."
        case .badNesting(let line): "Line \(line): contacts begin and end out of order."
        case .unfinished(let line): "The file is cut off: its last contact does not end (line \(line))."
        }
    }
}
