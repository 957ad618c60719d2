import Foundation
import Testing

/// Work on text that others wrote grows as its length does, whatever it says. Compared are processor times of one thread for a
/// text and for one of sixteen times its length: sixteen times as much is in proportion, 256 times is its square. The least of a
/// few tries counts, so that what else the machine does makes no difference.
struct TextStepsTests {
    /// In letters.
    private static let short = 4_000, long = 64_000
    /// Between the sixteen of what is in proportion (and a little for what is sorted) and the 256 of its square.
    private static let mostGrowth = 32.0
    /// In seconds. The square of the longer text is never so fast, even if a step is a few bytes at once.
    private static let unsuspicious = 0.01

    private static let cases = (typedTexts + files).flatMap { function in
        function.inputs.map { Case(function: function, input: $0) }
    }

    /// A function with one kind of text.
    struct Case: Sendable, CustomTestStringConvertible {
        let function: TextFunction
        let input: TextShape

        var testDescription: String { "\(function.name), \(input.name)" }

        /// What is measured for a short and for a long text, in seconds; nothing if it grows as the length does.
        func excess() -> (short: Double, long: Double)? {
            // What is made once, such as tables of a library, is made before.
            function.read(input.make(20))
            let texts = (short: input.text(TextStepsTests.short), long: input.text(TextStepsTests.long))
            var least = (short: Double.infinity, long: Double.infinity)
            for _ in 1...5 {
                least.short = min(least.short, seconds(texts.short), seconds(texts.short))
                least.long = min(least.long, seconds(texts.long))
                if least.long <= max(TextStepsTests.unsuspicious, TextStepsTests.mostGrowth * least.short) {
                    return nil
                }
            }
            return least
        }

        /// The time that this thread computes.
        private func seconds(_ text: String) -> Double {
            let start = Case.now()
            function.read(text)
            return Case.now() - start
        }

        private static func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    @Test func `what reads text from outside takes steps in proportion to its length`() {
        #expect(TextStepsTests.cases.count > 500)
        for one in TextStepsTests.cases {
            let excess = one.excess()
            #expect(excess == nil, "\(one.testDescription): seconds of a short and a long text")
        }
    }

    @Test func `steps in the square of a text's length are seen`() {
        let square = TextFunction("square") { text in
            var letters: [UInt32] = []
            for letter in text.unicodeScalars { letters.insert(letter.value, at: 0) }
        }
        let line = TextFunction("line") { text in
            var letters: [UInt32] = []
            for letter in text.unicodeScalars { letters.append(letter.value) }
        }
        #expect(Case(function: square, input: TextShape("latin", "a")).excess() != nil)
        #expect(Case(function: line, input: TextShape("latin", "a")).excess() == nil)
    }
}
