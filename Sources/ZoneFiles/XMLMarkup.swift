import Foundation

/// What is taken out of XML, or refused, before Foundation reads it. The reader goes on after what is wrong, so that what looks
/// like something else may still be markup to it.
///
/// - Instructions (`<?…?>`) are blanked wherever they stand: one without data ends the process in Foundation's reader, and a
///   declaration of another encoding than UTF-8, in which the text is by then, could hide entities.
/// - Declarations of entities stand in brackets in the document's type: a type with any is refused.
/// - The reader compares each attribute of a tag with all others: long tags are refused, and tags within tags.
struct XMLMarkup {
    static let unsound = ZoneFileProblem("The file is no sound XML.")
    /// In bytes.
    private static let maxTagLength = 10_000

    private var bytes: [UInt8]

    /// - Throws: a sentence if it holds what is not read.
    static func harmless(_ text: some StringProtocol) throws(ZoneFileProblem) -> Data {
        var markup = XMLMarkup(bytes: Array(text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.utf8))
        markup.blankInstructions()
        try markup.check()
        return Data(markup.bytes)
    }

    private mutating func blankInstructions() {
        var place = 0
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            guard isNext("<?", at: start) else {
                place = start + 1
                continue
            }
            place = end("?>", from: start + 2)
            for index in start..<place { bytes[index] = UInt8(ascii: " ") }
        }
    }

    private func check() throws(ZoneFileProblem) {
        var (place, depth) = (0, 0)
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            if isNext("<!--", at: start) {
                place = end("-->", from: start + 4)
            } else if isNext("<![CDATA[", at: start), depth > 0 {
                place = end("]]>", from: start + 9)
            } else {
                place = endOfTag(from: start + 1)
                try check(bytes[start..<place], isDeclaration: isNext("<!", at: start))
                let isEmpty = isNext("/>", at: place - 2) || isNext("<!", at: start)
                depth += isNext("</", at: start) ? -1 : isEmpty ? 0 : 1
            }
        }
    }

    private func check(_ tag: ArraySlice<UInt8>, isDeclaration: Bool) throws(ZoneFileProblem) {
        let opening = isDeclaration ? [UInt8(ascii: "<"), UInt8(ascii: "[")] : [UInt8(ascii: "<")]
        guard tag.count <= XMLMarkup.maxTagLength, !tag.dropFirst().contains(where: { opening.contains($0) }) else {
            throw isDeclaration ? ZoneFileProblem("Files with entities are not read.") : XMLMarkup.unsound
        }
    }

    private func endOfTag(from start: Int) -> Int {
        var quote: UInt8?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return bytes.count
    }

    private func end(_ mark: StaticString, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if isNext(mark, at: index) { return index + mark.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private func isNext(_ mark: StaticString, at index: Int) -> Bool {
        guard index >= 0, index + mark.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<mark.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == mark.utf8Start[$0] }
    }
}
