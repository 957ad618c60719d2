import CQrencode
import Foundation

/// A text as a QR code (ISO/IEC 18004), in the smallest version that holds it.
public struct QRCode: Sendable, Equatable {
    /// The approximate part of a code that may be damaged. A higher level makes the code larger.
    public enum Correction: Sendable, CaseIterable {
        /// 7 %: for screens.
        case low
        /// 15 %.
        case medium
        /// 25 %: for print that gets dirty.
        case quartile
        /// 30 %.
        case high
    }

    /// Why a text cannot be encoded.
    public enum Failure: Error, Sendable, Equatable {
        /// The text is empty.
        case empty
        /// More bytes than the largest version holds: 2,953 with low correction, 1,273 with high.
        case tooLong
        /// Out of memory.
        case unavailable
    }

    /// Modules per side, without the quiet zone: 21…177.
    public let side: Int
    /// Row by row from the top left, true for dark.
    private let modules: [Bool]

    /// The width of the light border that the standard requires, in modules.
    public static let quietZone = 4

    /// The code of a text, as UTF-8.
    ///
    /// - Throws: `Failure`.
    public init(_ text: String, correction: Correction = .medium) throws(Failure) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        // So that no count overflows on its way into C.
        guard bytes.count <= 2_953 else { throw .tooLong }
        let level =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        guard let input = QRinput_new2(0, level) else { throw .unavailable }
        defer { QRinput_free(input) }
        // Without a declaration bytes are ISO-8859-1, and readers guess. Assignment 26 is UTF-8.
        if !bytes.allSatisfy({ $0 < 0x80 }) { QRinput_appendECIheader(input, 26) }
        QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes)
        errno = 0
        guard let code = QRcode_encodeInput(input) else { throw errno == ERANGE ? .tooLong : .unavailable }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard let data = code.pointee.data else { throw .unavailable }
        // The lowest bit of a module is its colour; the others give its function.
        modules = (0..<(side * side)).map { data[$0] & 1 == 1 }
        self.side = side
    }

    /// Whether the module in this row and column is dark; both count from 0 at the top left.
    public subscript(row: Int, column: Int) -> Bool { modules[row * side + column] }

    /// The code as an SVG image, black on white in every theme: many phones cannot read light on dark.
    ///
    /// - Parameters:
    ///   - title: the image's accessible name; any text.
    ///   - moduleSize: pixels per module without a style sheet; at least 1.
    public func svg(title: String, moduleSize: Int = 4) -> String {
        let box = side + 2 * QRCode.quietZone
        let pixels = box * max(1, moduleSize)
        let open =
            #"<svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" viewBox="0 0 \#(box) \#(box)" "#
            + #"width="\#(pixels)" height="\#(pixels)" shape-rendering="crispEdges">"#
        let ground = ##"<path fill="#fff" d="M0 0h\##(box)v\##(box)h-\##(box)z"/>"##
        return open + "<title>\(escaped(title))</title>" + ground + ##"<path fill="#000" d="\##(path)"/></svg>"##
    }

    /// A rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while column < side, self[row, column] { column += 1 }
                if column > start {
                    path +=
                        "M\(start + QRCode.quietZone) \(row + QRCode.quietZone)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        return path
    }

    /// Text as character data of XML; characters that XML 1.0 (2.2) does not allow become U+FFFD.
    private func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\t", "\n", "\r": output.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
