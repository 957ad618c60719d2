import Testing

@testable import Atlas

/// Which numbers on a map are that of a house.
struct HouseNumberTests {
    @Test(
        arguments: [
            ("5", "5", true), ("12 B", "12b", true), ("12", "12b", false), ("12a", "12b", false), ("4-10", "6", false),
            ("4–10", "11", nil), ("3;5;7", "5", true), ("7", "70", nil), ("x", "7", nil), ("999999", "9", nil),
        ] as [(String, String, Bool?)])
    func `signs and houses`(sign: String, typed: String, match: Bool?) throws {
        #expect(HouseNumber.match(sign, try #require(HouseNumber(typed))) == match)
    }

    @Test func `words are no numbers`() {
        #expect(HouseNumber("b") == nil && HouseNumber("") == nil && HouseNumber("123456") == nil)
    }
}
