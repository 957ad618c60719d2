/// Who works, who waits, and whose turn it is: owners take turns, so that one who asks often never holds up one who asks
/// once. A pure value; ``AdmissionQueue`` puts threads to it.
///
/// The next in is of the owner with the fewest at work; of several such, the one whose last work ended longest ago. What
/// one owner has waiting keeps its order.
struct TurnQueue<Owner: Hashable & Sendable, Element: Sendable>: Sendable {
    private struct Lane {
        let owner: Owner
        var elements: [Element]
    }

    /// What comes of asking for a place.
    enum Entry {
        /// In at once.
        case admitted
        /// Waits. `displaced` had to go for it: the last that waited of the owner who had most waiting.
        case waits(displaced: Element?)
        /// Too many wait, and no owner has more waiting than this one would.
        case refused
    }

    private let maxWaiting: Int
    private(set) var free: Int
    private var working: [Owner: Int] = [:]
    /// Owners with something waiting, in the order of their turns.
    private var lanes: [Lane] = []

    init(places: Int, maxWaiting: Int) {
        free = max(1, places)
        self.maxWaiting = maxWaiting
    }

    /// How many wait.
    var waiting: Int { lanes.reduce(0) { $0 + $1.elements.count } }

    /// All that wait, in the order in which they would get in if those at work stayed.
    var order: [Element] {
        var rest = self
        return (0..<waiting).compactMap { _ in rest.takeNext() }
    }

    /// Asks for a place.
    mutating func enter(_ element: Element, of owner: Owner) -> Entry {
        if free > 0 {
            free -= 1
            working[owner, default: 0] += 1
            return .admitted
        }
        var displaced: Element?
        if waiting >= maxWaiting {
            let own = lanes.first { $0.owner == owner }?.elements.count ?? 0
            guard let longest = lanes.indices.max(by: { lanes[$0].elements.count < lanes[$1].elements.count }),
                lanes[longest].elements.count > own + 1
            else { return .refused }
            displaced = lanes[longest].elements.removeLast()
        }
        if let lane = lanes.firstIndex(where: { $0.owner == owner }) {
            lanes[lane].elements.append(element)
        } else {
            lanes.append(Lane(owner: owner, elements: [element]))
        }
        return .waits(displaced: displaced)
    }

    /// Gives a place back. Returns who gets it; the place is never free in between, so that nobody gets in before.
    mutating func leave(_ owner: Owner) -> Element? {
        let count = working[owner, default: 1] - 1
        working[owner] = count > 0 ? count : nil
        if let lane = lanes.firstIndex(where: { $0.owner == owner }) { lanes.append(lanes.remove(at: lane)) }
        guard let next = takeNext() else {
            free += 1
            return nil
        }
        return next
    }

    private mutating func takeNext() -> Element? {
        // The first of the smallest: `min` keeps the order of turns among equals.
        guard
            let index = lanes.indices.min(by: {
                working[lanes[$0].owner, default: 0] < working[lanes[$1].owner, default: 0]
            })
        else { return nil }
        var lane = lanes.remove(at: index)
        let element = lane.elements.removeFirst()
        working[lane.owner, default: 0] += 1
        if !lane.elements.isEmpty { lanes.append(lane) }
        return element
    }
}
