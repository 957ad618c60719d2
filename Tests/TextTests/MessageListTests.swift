import Testing
import Text

struct MessageListTests {
    @Test func `what has room is named, and the rest is counted`() {
        #expect(MessageList([]).sentences.isEmpty && MessageList([]).words.isEmpty)
        #expect(MessageList(["A.", "B.", "C.", "D."]).sentences == "A. B. C. D.")
        #expect(MessageList(["a", "b", "c", "d"]).words == "a, b, c, d")
        // Twenty of them have room.
        let names = (10..<45).map { "\($0)" + String(repeating: "ä", count: 48) }
        #expect(MessageList(names).words == names.prefix(20).joined(separator: ", ") + " and 15 more")
        #expect(MessageList(names).sentences == names.prefix(20).joined(separator: " ") + " And 15 more.")
        #expect(MessageList(Array(names.prefix(20))).words == names.prefix(20).joined(separator: ", "))
    }
}
