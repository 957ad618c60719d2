import Testing

@testable import App

struct ValidationErrorsTests {
    @Test func `a text is too long by its characters, and the sentence says the limit`() {
        var errors = ValidationErrors()
        errors.checkLength("text", String(repeating: "é", count: 60), max: 60)
        #expect(errors.isEmpty)
        errors.checkLength("text", String(repeating: "é", count: 61), max: 60)
        #expect(errors["text"] == "That’s too long: 60 characters at most.")
    }

    @Test(arguments: [(999, "999"), (1_000, "1,000"), (4_096, "4,096"), (20_000, "20,000")])
    func `thousands are set apart`(_ max: Int, _ text: String) {
        #expect(ValidationErrors.tooLong(max, "bytes") == "That’s too long: \(text) bytes at most.")
    }
}
