/// Whose password waits to be hashed.
enum HashPriority: Equatable, Sendable {
    /// Known only by the name they typed.
    case stranger
    /// Signed in before, proven by a session, a device or a mailed link. Holds their account's id.
    case known(Int64)
}

/// The queue of the hasher's threads.
///
/// Known people go first. When the queue is full, the last stranger gives up their slot to them. Every third turn is a
/// stranger's, so that strangers are served too.
struct HashQueue<Item: Sendable>: Sendable {
    /// The result of adding an item.
    enum Admission: Sendable {
        case accepted
        /// Accepted in place of this stranger, who must be turned away.
        case replaced(Item)
        case refused
    }

    private let maxWaiting: Int
    private var known: [(account: Int64, item: Item)] = []
    private var strangers: [Item] = []
    private var knownInARow = 0

    /// Items of one account that go first; further ones queue with the strangers.
    private static var maxPerAccount: Int { 2 }
    /// Known people served before it is a stranger's turn.
    private static var maxKnownInARow: Int { 2 }

    /// - Parameter maxWaiting: how many may wait before others are refused.
    init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

    /// Number of waiting items.
    var count: Int { known.count + strangers.count }

    /// Whether `add` would accept an item.
    func hasRoom(for priority: HashPriority) -> Bool {
        count < maxWaiting || (goesFirst(priority) && !strangers.isEmpty)
    }

    /// Appends an item to the queue of its priority.
    mutating func add(_ item: Item, _ priority: HashPriority) -> Admission {
        guard hasRoom(for: priority) else { return .refused }
        let displaced = count >= maxWaiting ? strangers.popLast() : nil
        if case .known(let account) = priority, goesFirst(priority) {
            known.append((account, item))
        } else {
            strangers.append(item)
        }
        return displaced.map { .replaced($0) } ?? .accepted
    }

    /// Removes and returns the next item; nil if the queue is empty.
    mutating func next() -> Item? {
        let isStrangersTurn = known.isEmpty || (knownInARow >= HashQueue.maxKnownInARow && !strangers.isEmpty)
        guard isStrangersTurn else {
            knownInARow += 1
            return known.removeFirst().item
        }
        knownInARow = 0
        return strangers.isEmpty ? nil : strangers.removeFirst()
    }

    private func goesFirst(_ priority: HashPriority) -> Bool {
        guard case .known(let account) = priority else { return false }
        return known.count { $0.account == account } < HashQueue.maxPerAccount
    }
}
