import Testing

@testable import Safeguards

/// Whose turn it is, as a value.
struct TurnQueueTests {
    private typealias Turns = TurnQueue<String, String>

    /// Lets everything in that waits, each leaving before the next, and tells the order. One is at work: `owner`'s.
    private func drained(_ turns: Turns, _ owner: String) -> [String] {
        var (turns, owner, order) = (turns, owner, [String]())
        while let next = turns.leave(owner) {
            order.append(next)
            owner = String(next.prefix(1))
        }
        #expect(turns.free == 1 && turns.waiting == 0)
        return order
    }

    @Test func `owners take turns, and each one's own keep their order`() {
        var turns = Turns(places: 1, maxWaiting: 10)
        for element in ["a1", "a2", "a3", "a4", "b1", "b2", "c1"] {
            _ = turns.enter(element, of: String(element.prefix(1)))
        }
        // a1 is at work, so the others' first come before a's next.
        #expect(turns.order == ["b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(drained(turns, "a") == ["b1", "c1", "a2", "b2", "a3", "a4"])
    }

    @Test func `with several places, nobody gets a second one while somebody else has none`() {
        var turns = Turns(places: 2, maxWaiting: 10)
        for element in ["a1", "a2", "a3", "a4", "b1", "b2"] { _ = turns.enter(element, of: String(element.prefix(1))) }
        // a holds both. The first that gets free is b's, and so is none after it while a works.
        #expect(turns.leave("a") == "b1")
        #expect(turns.leave("b") == "b2")
        #expect(turns.leave("a") == "a3")
        #expect(turns.leave("b") == "a4")
    }

    @Test func `one who waits alone gets in as often as there are places`() {
        var turns = Turns(places: 2, maxWaiting: 10)
        for element in ["a1", "a2", "a3"] { _ = turns.enter(element, of: "a") }
        #expect(turns.leave("a") == "a3")
        #expect(turns.leave("a") == nil)
        #expect(turns.free == 1)
    }

    @Test func `who has most waiting makes room for others, and nobody for who has as much`() throws {
        var turns = Turns(places: 1, maxWaiting: 3)
        for element in ["a1", "a2", "a3", "a4"] { _ = turns.enter(element, of: "a") }
        guard case .refused = turns.enter("a5", of: "a") else {
            Issue.record("a has a turn too many")
            return
        }
        guard case .waits("a4") = turns.enter("b1", of: "b"), case .waits("a3") = turns.enter("c1", of: "c") else {
            Issue.record("the last of a's does not make room")
            return
        }
        guard case .refused = turns.enter("d1", of: "d"), case .refused = turns.enter("b2", of: "b") else {
            Issue.record("one each is fair")
            return
        }
        #expect(turns.order == ["b1", "c1", "a2"] && turns.waiting == 3)
    }
}
