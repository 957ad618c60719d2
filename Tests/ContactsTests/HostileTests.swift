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
        #expect(error("BEGIN:VCARD\nFN:x\n") == .unfinished(line: 2))
        #expect(error("BEGIN:VCARD\nVERSION:9.9\nEND:VCARD\n") == .unknownVersion(line: 2))
        #expect(error("BEGIN:VCARD\nEND:VCARD\nEND:VCARD\n") == .badNesting(line: 3))
        #expect(error(String(repeating: "BEGIN:VCARD\n", count: 9)) == .badNesting(line: 5))
        #expect(error("BEGIN:VCARD\nBEGIN:VCARD\nEMAIL:a@b\nEND:VCARD\n") == .unfinished(line: 4))
    }

    @Test func `limits are exact`() throws {
        let card = "BEGIN:VCARD\nEND:VCARD\n"
        #expect(try VCard.parse(Array(String(repeating: card, count: 5_000).utf8)).count == 5_000)
        #expect(error(String(repeating: card, count: 5_001)) == .tooManyCards)

        func addresses(_ count: Int) -> String {
            "BEGIN:VCARD\n" + (1...count).map { "EMAIL:a\($0)@b.fi\n" }.joined() + "END:VCARD\n"
        }
        #expect(try VCard.parse(Array(addresses(20).utf8)).first?.emails.count == 20)
        #expect(error(addresses(21)) == .tooManyAddresses(line: 22))

        let line = "NOTE:" + String(repeating: "x", count: VCard.maximumLineBytes - 5)
        #expect(try VCard.parse(Array("BEGIN:VCARD\n\(line)\nEND:VCARD".utf8)).count == 1)
        #expect(error("BEGIN:VCARD\n\(line)x\nEND:VCARD") == .lineTooLong(line: 2))
        #expect(error("BEGIN:VCARD\n\(line)\n x\nEND:VCARD") == .lineTooLong(line: 2))

        let junk = String(repeating: String(repeating: "x", count: 999) + "\n", count: VCard.maximumBytes / 1_000 + 1)
        let padding = String(junk.prefix(VCard.maximumBytes - card.utf8.count))
        #expect(try VCard.parse(Array((card + padding).utf8)).count == 1)
        #expect(error(card + padding + "\n") == .tooLarge)
    }

    /// With quadratic time for any of these, the test would not finish.
    @Test(arguments: ["\n ", "=\n", "\n", "\"", ";", "\\;", "FN", ":"])
    func `the longest file of a repeated token is read in time`(_ unit: String) throws {
        let heads = ["FN;QUOTED-PRINTABLE:", "NOTE;QUOTED-PRINTABLE:", "EMAIL"]
        for head in heads {
            let room = VCard.maximumLineBytes / 8
            let filler = String(repeating: unit, count: room / unit.utf8.count)
            _ = try VCard.parse(Array("BEGIN:VCARD\n\(head)\(filler)\n\nEND:VCARD\n".utf8))
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
            guard let cards = try? VCard.parse(bytes) else { continue }
            read += 1
            #expect(!cards.isEmpty && cards.count <= VCard.maximumCards)
            for card in cards {
                #expect(card.emails.count <= VCard.maximumAddresses && card.name.count <= VCard.maximumNameLength)
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
