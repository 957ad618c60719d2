import Database
import Proximity

/// Where a page of a long list starts: after the item with this time and id. Stays valid while items come and go.
struct Cursor: Equatable, Sendable {
    let time: Timestamp
    let id: Int64

    /// The value in a URL: "1795000000000-123".
    var text: String { "\(time.milliseconds)-\(id)" }

    init(time: Timestamp, id: Int64) {
        self.time = time
        self.id = id
    }

    /// The start of a list that shows newest first.
    static let newest = Cursor(time: Timestamp.accepted.upperBound, id: .max)
    /// The start of a list that shows oldest first.
    static let oldest = Cursor(time: Timestamp.accepted.lowerBound, id: 0)

    /// Parses ``text``; nil for anything else.
    init?(_ text: String?) {
        guard let parts = text?.split(separator: "-", maxSplits: 1), parts.count == 2,
            let time = Timestamp(input: parts[0]), let id = ID<Self>(parts[1])
        else { return nil }
        self.init(time: time, id: id.rawValue)
    }

    /// Splits a list fetched with one extra item: the page and the cursor of the next, if any.
    static func page<Thing>(_ things: [Thing], size: Int, cursor: (Thing) -> Cursor) -> ([Thing], Cursor?) {
        guard things.count > size, size > 0 else { return (things, nil) }
        return (Array(things.prefix(size)), cursor(things[size - 1]))
    }
}
