import Proximity

/// Where a page of a long list begins: after the thing of this time and id. Stays right while things come and go.
struct Cursor: Equatable, Sendable {
    let time: Timestamp
    let id: Int64

    /// As it stands in an address: "1795000000000-123".
    var text: String { "\(time.milliseconds)-\(id)" }

    init(time: Timestamp, id: Int64) {
        self.time = time
        self.id = id
    }

    /// Before everything that comes newest first: where its first page begins.
    static let newest = Cursor(time: Timestamp(milliseconds: .max), id: .max)
    /// Before everything that comes oldest first.
    static let oldest = Cursor(time: Timestamp(milliseconds: 0), id: 0)

    /// Reads what ``text`` gave; nil for anything else.
    init?(_ text: String?) {
        guard let parts = text?.split(separator: "-", maxSplits: 1), parts.count == 2,
            let time = Int64(parts[0]), let id = Int64(parts[1]), time >= 0, id > 0
        else { return nil }
        self.init(time: Timestamp(milliseconds: time), id: id)
    }

    /// Cuts a list that was asked for with one more than a page has: the page, and where the next begins, if there is one.
    static func page<Thing>(_ things: [Thing], _ size: Int, _ cursor: (Thing) -> Cursor) -> ([Thing], Cursor?) {
        guard things.count > size, size > 0 else { return (things, nil) }
        return (Array(things.prefix(size)), cursor(things[size - 1]))
    }
}
