/// As many things as a message has room for, and how many there are besides: nothing is left out without a word.
public struct MessageList: Sendable, Equatable {
    private let named: [String]
    private let others: Int

    /// Of all that is named, in UTF-8. A message may come in a cookie, which is a third longer in Base64, and of which
    /// browsers keep 4,096 bytes.
    private static let mostBytes = 2_000

    /// - Parameter things: each much shorter than a message.
    public init(_ things: [String]) {
        var left = MessageList.mostBytes
        named = Array(
            things.prefix { thing in
                left -= thing.utf8.count + 2
                return left >= 0
            })
        others = things.count - named.count
    }

    /// "A is left out. B is left out. And 15 more."
    public var sentences: String { (named + (others > 0 ? ["And \(others) more."] : [])).joined(separator: " ") }

    /// "a, b and 15 more"
    public var words: String { named.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "") }
}
