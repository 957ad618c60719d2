/// The id of a row of one kind: a note's id cannot be passed as a person's.
///
/// 63 bits, always positive, later ids larger: milliseconds since 2020 (41 bits), the node that made it (9 bits), a
/// counter within the millisecond (13 bits). See `IDGenerator`.
public struct ID<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number that is stored.
    public let rawValue: Int64

    /// An id that was stored.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads an id out of an address or a form: 1 to 19 ASCII digits, more than 0, no sign, nothing else.
    public init?(_ text: some StringProtocol) {
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(text), number > 0
        else { return nil }
        rawValue = number
    }

    /// The digits.
    public var description: String { String(rawValue) }

    /// Made earlier.
    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}

extension ID: ColumnValue {
    public var content: ColumnContent { .integer(rawValue) }
    public init?(content: ColumnContent) {
        guard case .integer(let number) = content else { return nil }
        rawValue = number
    }
}

/// Makes ids that only go up: within a process, across restarts and when the clock steps back.
///
/// The highest id so far is stored with every commit that made ids; a clock behind it is not believed, and counting goes
/// on from there. A full counter borrows from the next millisecond.
struct IDGenerator {
    static let nodeBits = 9
    static let counterBits = 13
    /// 2020-01-01T00:00:00Z, milliseconds since 1970.
    static let epoch: Int64 = 1_577_836_800_000

    private let node: Int64
    /// The highest id made so far.
    private(set) var mark: Int64

    /// Goes on after `mark`; `node` is 0…511.
    init(node: Int, after mark: Int64) {
        self.node = Int64(node) & (1 << IDGenerator.nodeBits - 1)
        self.mark = mark
    }

    /// The next id; `now` in milliseconds since 1970.
    mutating func next(now: Int64) -> Int64 {
        let shift = IDGenerator.nodeBits + IDGenerator.counterBits
        let most: Int64 = 1 << IDGenerator.counterBits - 1
        var time = max(0, now - IDGenerator.epoch)
        var counter: Int64 = 0
        let lastTime = mark >> shift
        if mark > 0 && time <= lastTime {
            time = lastTime
            counter = (mark & most) + 1
            if counter > most { (time, counter) = (lastTime + 1, 0) }
        }
        mark = time << shift | node << IDGenerator.counterBits | counter
        return mark
    }
}
