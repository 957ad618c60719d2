/// A buffer for the bytes of a page: UTF-8, all data escaped for its context.
///
/// Compiled views call these methods; the place of the expression in the template decides which one (see ViewCompiler).
public struct HTMLBuffer: Sendable {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []
    /// What parts have mentioned so far, in their order.
    public private(set) var mentions: [Mention] = []
    /// Where the summary of the mentions goes.
    private var summaryPlace: Int?

    /// An empty buffer with `capacity` bytes reserved.
    public init(capacity: Int = 16 * 1024) { bytes.reserveCapacity(capacity) }

    /// Appends a template's own text unescaped.
    public mutating func literal(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends trusted markup unescaped.
    mutating func append(_ markup: Markup) {
        bytes.append(contentsOf: markup.bytes)
        mentions += markup.mentions
    }

    // MARK: A summary before the parts that it is about

    /// Remembers something for the summary.
    public mutating func mention(_ mention: Mention) { mentions.append(mention) }

    /// The summary goes here.
    public mutating func keepPlaceForSummary() { summaryPlace = bytes.count }

    /// Writes the summary at its place, after the parts that mention things.
    public mutating func summarize(_ summary: some View) {
        guard let place = summaryPlace else { return }
        bytes.insert(contentsOf: summary.rendered(), at: place)
    }

    // MARK: Text between tags

    /// Appends text, with `& < > " '` escaped; a number; trusted markup; or an optional part of the page.
    @inlinable
    public mutating func text(_ content: some Content) { content.render(into: &self) }

    // MARK: Values of attributes

    /// Appends text inside a double-quoted value, with `& < > " '` escaped, or a number.
    @inlinable
    public mutating func attribute(_ value: some TextContent) { value.render(into: &self) }

    /// Appends the address at the start of a value. Only addresses that cannot run script are written: paths of the
    /// site, fragments and queries, `https:`, `http:`, `mailto:`, `tel:`, `sms:`, `geo:`, `owntracks:`, `overland:` (which open
    /// these apps) and `data:image/` other than SVG; anything else becomes `#`.
    @inlinable
    public mutating func url(_ address: some StringProtocol) { append(address: String(address)) }

    @usableFromInline
    mutating func append(address: String) {
        if SafeURL.isSafe(address) { escape(address) } else { bytes.append(UInt8(ascii: "#")) }
    }

    /// Appends a later part of an address: everything but unreserved characters (RFC 3986, 2.3) as `%XX`.
    public mutating func urlComponent(_ value: some TextContent) {
        for byte in String(value).utf8 {
            if SafeURL.isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(HTMLBuffer.hexadecimal[Int(byte >> 4)])
                bytes.append(HTMLBuffer.hexadecimal[Int(byte & 15)])
            }
        }
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    /// Appends text with `& < > " '` escaped. Runs without these are appended at once: most text needs no escape at
    /// all.
    mutating func escape(_ text: some StringProtocol) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { escape($0) }
        if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { escape($0) } }
    }

    private mutating func escape(_ raw: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in raw.enumerated() {
            guard let replacement = HTMLBuffer.replacement(byte) else { continue }
            bytes.append(contentsOf: raw[start..<index])
            literal(replacement)
            start = index + 1
        }
        bytes.append(contentsOf: raw[start...])
    }

    private static func replacement(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

/// Something in a page that its summary leads to.
public struct Mention: Sendable, Equatable {
    /// The id of its element.
    public let id: String
    public let words: String

    /// Something with an id and words.
    public init(id: String, words: String) {
        self.id = id
        self.words = words
    }
}
