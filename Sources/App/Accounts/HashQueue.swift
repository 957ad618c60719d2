/// Who waits for a password to be hashed.
enum HashPriority: Equatable, Sendable {
    /// Nothing is known of them but the name that they typed.
    case stranger
    /// They signed in before: by a session, a device or a link that was sent to them. Holds their account's id.
    case known(Int64)
}

/// What waits for the hasher's threads, and in which order it is done.
///
/// Known people go first, and are not pushed out by strangers: when all places are taken, the last stranger leaves for
/// them. Every third turn is a stranger's, so that strangers are served too.
struct HashQueue<Item: Sendable>: Sendable {
    /// What becomes of somebody who comes.
    enum Admission: Sendable {
        case accepted
        /// Accepted in place of a stranger, who is to be turned away.
        case replaced(Item)
        case refused
    }

    private let maxWaiting: Int
    private var known: [(account: Int64, item: Item)] = []
    private var strangers: [Item] = []
    private var knownInARow = 0

    /// Of one account so many go first; more of them wait like strangers.
    private static var maxPerAccount: Int { 2 }
    /// Known people who are served before it is a stranger's turn.
    private static var maxKnownInARow: Int { 2 }

    /// - Parameter maxWaiting: how many may wait before others are turned away.
    init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

    /// How many wait.
    var count: Int { known.count + strangers.count }

    /// Whether somebody would be let in now.
    func hasRoom(for priority: HashPriority) -> Bool {
        count < maxWaiting || (goesFirst(priority) && !strangers.isEmpty)
    }

    /// Puts somebody at the end of their line.
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

    /// Takes out whose turn it is; nil when nobody waits.
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
