/// Decides who runs, who waits, and who is next: owners take turns, so that an owner with many requests never delays
/// one with a single request. A pure value; ``AdmissionQueue`` adds the threads.
///
/// The next element is that of the owner with the fewest running elements; among equals, of the one whose last element
/// finished longest ago. The elements of one owner keep their order.
struct TurnQueue<Owner: Hashable & Sendable, Element: Sendable>: Sendable {
    private struct Lane {
        let owner: Owner
        var elements: [Element]
    }

    /// The result of requesting a slot.
    enum Entry {
        /// Runs at once.
        case admitted
        /// Waits. `displaced` is refused to make space: the last element of the owner with the most waiting elements.
        case waits(displaced: Element?)
        /// The queue is full, and no owner has more waiting elements than this one would.
        case refused
    }

    private let maxWaiting: Int
    private(set) var free: Int
    private var working: [Owner: Int] = [:]
    /// Owners with waiting elements, in the order of their turns.
    private var lanes: [Lane] = []

    init(slots: Int, maxWaiting: Int) {
        free = max(1, slots)
        self.maxWaiting = maxWaiting
    }

    /// The number of waiting elements.
    var waiting: Int { lanes.reduce(0) { $0 + $1.elements.count } }

    /// All waiting elements, in the order in which they would run if no running element finished.
    var order: [Element] {
        var rest = self
        return (0..<waiting).compactMap { _ in rest.takeNext() }
    }

    /// Requests a slot.
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

    /// Frees a slot and returns the element that gets it. The slot goes over directly, so that no other can take it.
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
