/// A buffer for the bytes of a page: UTF-8, all data escaped for its context.
///
/// Compiled views call these methods; the place of the expression in the template decides which one (see ViewCompiler).
///
/// Not an array, which asks at each of the thousand pieces of a page whether somebody else holds it.
public struct HTMLBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int
    /// What parts have mentioned so far, in their order.
    public private(set) var mentions: [Mention] = []
    /// Where the summary of the mentions goes.
    private var summaryPlace: Int?

    /// An empty buffer with `capacity` bytes reserved.
    public init(capacity: Int = 16 * 1024) {
        self.capacity = max(1, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Appends a template's own text unescaped.
    public mutating func literal(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends trusted markup unescaped.
    mutating func append(_ markup: Markup) {
        markup.bytes.withUnsafeBufferPointer { append($0) }
        mentions += markup.mentions
    }

    private mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        guard let from = more.baseAddress else { return }
        makeRoom(more.count)
        (start + count).initialize(from: from, count: more.count)
        count += more.count
    }

    private mutating func append(_ byte: UInt8) {
        makeRoom(1)
        start[count] = byte
        count += 1
    }

    private mutating func makeRoom(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(count + more, 2 * capacity)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.moveInitialize(from: start, count: count)
        start.deallocate()
        start = larger
    }

    // MARK: A summary before the parts that it is about

    /// Remembers something for the summary.
    public mutating func mention(_ mention: Mention) { mentions.append(mention) }

    /// The summary goes here.
    public mutating func keepPlaceForSummary() { summaryPlace = count }

    /// Writes the summary at its place, after the parts that mention things.
    public mutating func summarize(_ summary: some View) {
        guard let place = summaryPlace else { return }
        let more = summary.rendered()
        makeRoom(more.count)
        (start + place + more.count).update(from: start + place, count: count - place)
        more.withUnsafeBufferPointer { bytes in
            if let from = bytes.baseAddress { (start + place).update(from: from, count: bytes.count) }
        }
        count += more.count
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
        if SafeURL.isSafe(address) { escape(address) } else { append(UInt8(ascii: "#")) }
    }

    /// Appends a later part of an address: everything but unreserved characters (RFC 3986, 2.3) as `%XX`.
    public mutating func urlComponent(_ value: some TextContent) {
        for byte in String(value).utf8 {
            if SafeURL.isUnreserved(byte) {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(HTMLBuffer.hexadecimal(byte >> 4))
                append(HTMLBuffer.hexadecimal(byte & 15))
            }
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
    }

    /// Appends text with `& < > " '` escaped. Runs without these are appended at once: most text needs no escape at
    /// all.
    mutating func escape(_ text: some StringProtocol) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { escape($0) }
        if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { escape($0) } }
    }

    private mutating func escape(_ raw: UnsafeBufferPointer<UInt8>) {
        var from = 0
        for (index, byte) in raw.enumerated() where HTMLBuffer.isSpecial(byte) {
            guard let replacement = HTMLBuffer.replacement(byte) else { continue }
            append(UnsafeBufferPointer(rebasing: raw[from..<index]))
            literal(replacement)
            from = index + 1
        }
        append(UnsafeBufferPointer(rebasing: raw[from...]))
    }

    /// Whether a byte is one of `" & ' < >`, bits of one word: most bytes of a page are asked and none of these.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && (0x5000_00C4_0000_0000 as UInt64) >> byte & 1 == 1
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
