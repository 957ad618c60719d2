import Testing

@testable import Safeguards

/// The order of turns, without threads.
struct TurnQueueTests {
    private typealias Turns = TurnQueue<String, String>

    /// Runs everything that waits, one after the other, and returns the order. One element of `owner` is running.
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
        var turns = Turns(slots: 1, maxWaiting: 10)
        for element in ["a1", "a2", "a3", "a4", "b1", "b2", "c1"] {
            _ = turns.enter(element, of: String(element.prefix(1)))
        }
        // a1 is running, so the others' first come before a's next.
        #expect(turns.order == ["b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(drained(turns, "a") == ["b1", "c1", "a2", "b2", "a3", "a4"])
    }

    @Test func `with several slots, no owner gets a second one while another has none`() {
        var turns = Turns(slots: 2, maxWaiting: 10)
        for element in ["a1", "a2", "a3", "a4", "b1", "b2"] { _ = turns.enter(element, of: String(element.prefix(1))) }
        // a holds both slots. The first free one goes to b, and none after it while a works.
        #expect(turns.leave("a") == "b1")
        #expect(turns.leave("b") == "b2")
        #expect(turns.leave("a") == "a3")
        #expect(turns.leave("b") == "a4")
    }

    @Test func `an owner who waits alone may use every slot`() {
        var turns = Turns(slots: 2, maxWaiting: 10)
        for element in ["a1", "a2", "a3"] { _ = turns.enter(element, of: "a") }
        #expect(turns.leave("a") == "a3")
        #expect(turns.leave("a") == nil)
        #expect(turns.free == 1)
    }

    @Test func `the owner with most waiting makes space for others, but not for one with as much`() throws {
        var turns = Turns(slots: 1, maxWaiting: 3)
        for element in ["a1", "a2", "a3", "a4"] { _ = turns.enter(element, of: "a") }
        guard case .refused = turns.enter("a5", of: "a") else {
            Issue.record("a has a turn too many")
            return
        }
        guard case .waits("a4") = turns.enter("b1", of: "b"), case .waits("a3") = turns.enter("c1", of: "c") else {
            Issue.record("the last of a’s does not make room")
            return
        }
        guard case .refused = turns.enter("d1", of: "d"), case .refused = turns.enter("b2", of: "b") else {
            Issue.record("one each is fair")
            return
        }
        #expect(turns.order == ["b1", "c1", "a2"] && turns.waiting == 3)
    }
}
