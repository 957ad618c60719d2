import Database
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
    static let newest = Cursor(time: Timestamp.accepted.upperBound, id: .max)
    /// Before everything that comes oldest first.
    static let oldest = Cursor(time: Timestamp.accepted.lowerBound, id: 0)

    /// Reads what ``text`` gave; nil for anything else.
    init?(_ text: String?) {
        guard let parts = text?.split(separator: "-", maxSplits: 1), parts.count == 2,
            let time = Timestamp(input: parts[0]), let id = ID<Self>(parts[1])
        else { return nil }
        self.init(time: time, id: id.rawValue)
    }

    /// Cuts a list that was asked for with one more than a page has: the page, and where the next begins, if there is one.
    static func page<Thing>(_ things: [Thing], _ size: Int, _ cursor: (Thing) -> Cursor) -> ([Thing], Cursor?) {
        guard things.count > size, size > 0 else { return (things, nil) }
        return (Array(things.prefix(size)), cursor(things[size - 1]))
    }
}
