import Testing
import Text

struct UTF16TextTests {
    @Test(arguments: ["", "plain", "Łódź", "東京 🙂"])
    func `a byte order mark tells the order of bytes`(text: String) {
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(UTF16Text.marked([0xFE, 0xFF] + big) == text)
        #expect(UTF16Text.marked([0xFF, 0xFE] + little) == text)
        #expect(UTF16Text.read(big[...], order: .bigEndian) == text)
        #expect(UTF16Text.read(little[...], order: .littleEndian) == text)
    }

    @Test func `bytes without a mark are not taken for UTF-16`() {
        for bytes: [UInt8] in [[], [0xFE], [0xFF], [0, 0x41], [0x41, 0, 0xFE, 0xFF]] {
            #expect(UTF16Text.marked(bytes) == nil)
        }
    }

    @Test func `half a unit is left out and half a character is lost alone`() {
        #expect(UTF16Text.marked([0xFE, 0xFF, 0, 0x41, 0]) == "A")
        #expect(UTF16Text.marked([0xFE, 0xFF, 0]) == "")
        #expect(UTF16Text.marked([0xFE, 0xFF, 0xD8, 0x3D, 0, 0x41]) == "\u{FFFD}A")
    }
}
