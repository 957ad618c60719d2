import Foundation
import Testing

@testable import Contacts

struct HostileTests {
    private func error(_ text: String) -> VCardError? {
        #expect(throws: VCardError.self) { try VCard.parse(Array(text.utf8)) }
    }

    @Test func `a file that is not an address book is refused with the reason`() {
        #expect(error("") == .noCard)
        #expect(error("\0\u{1}PNG") == .noCard)
        #expect(error("BEGIN:VCALENDAR\nEND:VCALENDAR\n") == .noCard)
    }

    @Test func `a file without a card that can be read is refused with the reason of the first`() {
        #expect(error("BEGIN:VCARD\nVERSION:3.0\nFN:x\n") == .unfinished(line: 3))
        #expect(error("BEGIN:VCARD\nVERSION:9.9\nEND:VCARD\n") == .unknownVersion(line: 2))
        #expect(error("\nBEGIN:VCARD\nFN:x\nEND:VCARD\nBEGIN:VCARD\n") == .unknownVersion(line: 2))
        #expect(error("FN:x\nEND:VCARD\n") == .badNesting(line: 2))
        #expect(error(String(repeating: "BEGIN:VCARD\n", count: 9)) == .badNesting(line: 2))
        #expect(error(HostileTests.tooDeep) == .badNesting(line: 10))
        #expect(error("BEGIN:VCARD\nVERSION:2.1\nAGENT:\nBEGIN:VCARD\nEND:VCARD\n") == .unfinished(line: 5))
    }

    private static let tooDeep: String = {
        let begins = String(repeating: "AGENT:\nBEGIN:VCARD\n", count: 4)
        let ends = String(repeating: "END:VCARD\n", count: 5)
        return "BEGIN:VCARD\nVERSION:2.1\n\(begins)EMAIL:odd@b.fi\n\(ends)"
    }()

    /// Cards between good ones; none of their addresses is read.
    @Test(
        arguments: [
            ("no version", "BEGIN:VCARD\nEMAIL:odd@b.fi\nEND:VCARD\n", 1),
            ("an unknown version", "BEGIN:VCARD\nVERSION:5.0\nEMAIL:odd@b.fi\nEND:VCARD\n", 1),
            ("no end", "BEGIN:VCARD\nVERSION:3.0\nEMAIL:odd@b.fi\n", 1),
            ("no end after an agent", "BEGIN:VCARD\nVERSION:2.1\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nFN:x\n", 1),
            ("no beginning", "VERSION:3.0\nEMAIL:odd@b.fi\nEND:VCARD\n", 1),
            ("agents within each other", HostileTests.tooDeep, 1),
            (
                "cut off within a soft break",
                "BEGIN:VCARD\nVERSION:2.1\nEMAIL:odd@b.fi\nNOTE;ENCODING=QUOTED-PRINTABLE:abc=\n", 1
            ),
            ("cut off before lines that are indented", "BEGIN:VCARD\nVERSION:3.0\nFN:x\n BEGIN:VCARD\n END:VCARD\n", 2),
            ("indented and without a version", " BEGIN:VCARD\n EMAIL:odd@b.fi\n END:VCARD\n", 1),
            (
                "a card within another",
                "BEGIN:VCARD\nEMAIL:odd@b.fi\nBEGIN:VCARD\nVERSION:3.0\nEND:VCARD\nEMAIL:odd@b.fi\nEND:VCARD\n", 1
            ),
            ("several", "END:VCARD\nBEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\nVERSION:1\nEND:VCARD\nBEGIN:VCARD\n", 4),
        ] as [(String, String, Int)])
    func `a card that cannot be read is left out and counted, and the others are read`(
        _ name: String, _ odd: String, _ leftOut: Int
    ) throws {
        func good(_ name: String) -> String { "BEGIN:VCARD\nVERSION:3.0\nEMAIL:\(name)@b.fi\nEND:VCARD\n" }
        let book = try VCard.parse(Array((good("first") + odd + good("second")).utf8))
        #expect(book.cards.flatMap(\.emails) == ["first@b.fi", "second@b.fi"])
        #expect(book.leftOut == leftOut)
    }

    @Test func `a file that is cut off anywhere keeps its complete cards`() throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@b.fi\nEND:VCARD"
        let whole = Array((card + "\n" + card).utf8)
        for length in card.utf8.count..<whole.count {
            let book = try VCard.parse(Array(whole[..<length]))
            // Of a line that is cut within BEGIN nothing is known.
            let isBegun = length >= card.utf8.count + "\nBEGIN:VCARD".utf8.count
            #expect(book.cards.count == 1 && book.leftOut == (isBegun ? 1 : 0), "\(length)")
        }
        #expect(try VCard.parse(whole).cards.count == 2)
    }

    @Test func `an agent's card stands on lines of its own, or begins after the colon`() throws {
        for agent in ["AGENT:\nBEGIN:VCARD", "AGENT:BEGIN:VCARD", "item1.Agent;X=y: \n\nBegin: vcard "] {
            let text =
                "BEGIN:VCARD\nVERSION:2.1\n\(agent)\nEMAIL:agent@b.fi\nEND:VCARD\nEMAIL:own@b.fi\nEND:VCARD\n"
            let book = try VCard.parse(Array(text.utf8))
            #expect(book == AddressBook(cards: [ContactCard(name: "", emails: ["own@b.fi"])]), "\(agent)")
        }
    }

    @Test func `limits are exact`() throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n"
        #expect(try VCard.parse(Array(String(repeating: card, count: 5_000).utf8)).cards.count == 5_000)
        #expect(error(String(repeating: card, count: 5_001)) == .tooManyCards)

        // A picture may be as long as the file.
        let room = VCard.maximumBytes - 2 * card.utf8.count - "PHOTO:\n".utf8.count
        let pictured = card.replacing("END", with: "PHOTO:" + String(repeating: "x", count: room) + "\nEND")
        #expect(try VCard.parse(Array((pictured + card).utf8)).cards.count == 2)

        let junk = String(repeating: String(repeating: "x", count: 999) + "\n", count: VCard.maximumBytes / 1_000 + 1)
        let padding = String(junk.prefix(VCard.maximumBytes - card.utf8.count))
        #expect(try VCard.parse(Array((card + padding).utf8)).cards.count == 1)
        #expect(error(card + padding + "\n") == .tooLarge)
    }

    /// With quadratic time for any of these, the test would not finish.
    @Test(arguments: ["\n ", "=\n", "\n", "\"", ";", "\\;", "FN", ":", "\u{FEFF}", " "])
    func `the longest file of a repeated token is read in time`(_ unit: String) throws {
        let heads = ["FN;QUOTED-PRINTABLE:", "NOTE;QUOTED-PRINTABLE:", "EMAIL"]
        for head in heads {
            let room = VCard.maximumBytes / 16
            let filler = String(repeating: unit, count: room / unit.utf8.count)
            _ = try VCard.parse(Array("BEGIN:VCARD\nVERSION:2.1\n\(head)\(filler)\n\nEND:VCARD\n".utf8))
        }
    }

    @Test func `mutations of real files are read or refused, and never exceed a limit`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "vcf" }.sorted { $0.path < $1.path }
        let seeds = try files.map { Array(try Data(contentsOf: $0)) }
        var random = SplitMix(state: 20_261_121)
        var read = 0
        for _ in 0..<600 {
            let bytes = mutate(seeds[Int(random.next() % UInt64(seeds.count))], &random)
            guard let cards = try? VCard.parse(bytes).cards else { continue }
            read += 1
            #expect(!cards.isEmpty && cards.count <= VCard.maximumCards)
            for card in cards {
                #expect(card.name.unicodeScalars.count <= VCard.maximumNameLength)
                let texts = [card.name] + card.emails
                #expect(
                    texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
                #expect(card.emails.allSatisfy { $0.split(separator: "@").count == 2 })
            }
        }
        #expect(read > 100 && read < 600)
    }

    private func mutate(_ seed: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = seed
        let tokens = ["\r\n", "\n ", "=\n", ":", ";", "\"", "BEGIN:VCARD\n", "END:VCARD\n", "EMAIL:a@b\n", "\0", "=C3"]
        for _ in 0...(random.next() % 4) {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.insert(contentsOf: tokens[Int(random.next() % UInt64(tokens.count))].utf8, at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count - 1, place + Int(random.next() % 40)))
            default:
                let end = min(bytes.count, place + 1 + Int(random.next() % 200))
                bytes.insert(contentsOf: bytes[place..<end], at: Int(random.next() % UInt64(bytes.count)))
            }
        }
        return bytes
    }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
