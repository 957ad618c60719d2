/// A queue whose elements are removed from its front without moving the others.
struct FIFO<Element> {
    private var elements: [Element?] = []
    /// The slots before this one are empty and are removed from time to time.
    private var first = 0

    var count: Int { elements.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 1_024 {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}
