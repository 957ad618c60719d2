import Database

/// The numbers of a conversation's messages as one of its members counts them: without those of people who are hidden from
/// them. A gap would tell that somebody hidden has written.
struct VisibleNumbers: Sendable {
    /// The stored numbers of the messages that are hidden, ascending; empty where nobody is hidden.
    private let hidden: [Int64]

    init(hidden: [Int64] = []) { self.hidden = hidden }

    /// The number on the member's pages of a message with a stored number.
    func shown(_ stored: Int64) -> Int64 {
        var (low, high) = (0, hidden.count)
        while low < high {
            let middle = (low + high) / 2
            if hidden[middle] <= stored { low = middle + 1 } else { high = middle }
        }
        return stored - Int64(low)
    }

    /// The stored number of the message that has a number on the member's pages.
    func stored(_ shown: Int64) -> Int64 {
        var stored = shown
        for number in hidden {
            guard number <= stored else { break }
            stored += 1
        }
        return stored
    }

    /// A range of the member's numbers as one of stored numbers.
    func stored(_ range: MessageRange) -> MessageRange {
        switch range {
        case .last: .last
        case .before(let number): .before(stored(number))
        case .from(let number): .from(stored(number))
        }
    }
}

extension ConversationQueries {
    /// How a member counts the messages of a conversation in which some people are hidden from them.
    static func visibleNumbers(
        _ database: Reader, in conversation: ID<Conversation>, hiding hidden: [ID<Account>]
    ) throws -> VisibleNumbers {
        guard !hidden.isEmpty else { return VisibleNumbers() }
        return VisibleNumbers(
            hidden: try database.all(
                """
                SELECT number FROM message WHERE conversation_id = \(conversation) AND sender_id IN \(hidden)
                ORDER BY number
                """
            ) { try $0["number"] })
    }
}
