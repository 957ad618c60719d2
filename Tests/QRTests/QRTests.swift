import Foundation
import TestTools
import Testing

@testable import QR

struct QRTests {
    private static let canRead = ["/usr/bin/rsvg-convert", "/usr/bin/zbarimg"].allSatisfy { Tool.isThere($0) }

    @Test(
        .enabled(if: canRead, "zbarimg (zbar-tools) or rsvg-convert (librsvg2-bin) is missing"),
        arguments: QRCode.Correction.allCases)
    func `a reader decodes the code`(_ correction: QRCode.Correction) throws {
        let folder = Folder()
        let texts = [
            "A", "https://cairn.example/join/K7QF-2M9X", "Näkemiin, Töölö",
            "https://cairn.example/" + String(repeating: "long/", count: 100),
        ]
        for text in texts {
            let (svg, png) = (folder.path + "/code.svg", folder.path + "/code.png")
            try QRCode(text, correction: correction).svg(title: "a <code> & more").write(
                toFile: svg, atomically: true, encoding: .utf8)
            try Tool.run("/usr/bin/rsvg-convert", ["-o", png, svg])
            let read = try Tool.run("/usr/bin/zbarimg", ["--raw", "-q", "-Sdisable", "-Sqrcode.enable", png])
            #expect(read.output == text + "\n")
        }
    }

    @Test func `the three corners that readers look for are there`() throws {
        let code = try QRCode("Cairn")
        #expect(code.side == 21)
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (top, left) in [(0, 0), (0, 14), (14, 0)] {
            for row in 0..<7 {
                let bits = (0..<7).map { code[top + row, left + $0] ? "1" : "0" }.joined()
                #expect(bits == finder[row])
            }
        }
    }

    @Test func `the image is one path on white with its quiet zone and an escaped title`() throws {
        let svg = try QRCode("Cairn").svg(title: "<script>\"&\u{1}", moduleSize: 3)
        #expect(
            svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" role=\"img\" viewBox=\"0 0 29 29\""))
        #expect(svg.contains("width=\"87\" height=\"87\" shape-rendering=\"crispEdges\">"))
        #expect(svg.contains("<title>&lt;script&gt;\"&amp;\u{FFFD}</title><path fill=\"#fff\" d=\"M0 0h29v29h-29z\"/>"))
        #expect(svg.components(separatedBy: "<path").count == 3)
        #expect(svg.contains("<path fill=\"#000\" d=\"M4 4h7v1h-7z") && !svg.contains("style"))
        let starts = svg.matches(of: #/M(\d+) (\d+)h(\d+)/#).dropFirst().compactMap { match in
            Int(match.1).flatMap { x in Int(match.2).flatMap { y in Int(match.3).map { (x, y, x + $0) } } }
        }
        #expect(starts.allSatisfy { $0.0 >= 4 && $0.2 <= 25 && 4...24 ~= $0.1 })
    }

    @Test func `the length of a text is limited`() throws {
        #expect(throws: QRCode.Failure.empty) { try QRCode("") }
        #expect(try QRCode(String(repeating: "x", count: 2_953), correction: .low).side == 177)
        #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 2_954), correction: .low) }
        #expect(try QRCode(String(repeating: "x", count: 1_273), correction: .high).side == 177)
        #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 1_274), correction: .high) }
    }
}
