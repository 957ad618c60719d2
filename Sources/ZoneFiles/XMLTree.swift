import Foundation
import FoundationXML
import Proximity

/// An element of a small XML file.
final class XMLNode {
    let name: String
    let attributes: [String: String]
    var children: [XMLNode] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
    func text(_ name: String) -> String? { child(name)?.text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// All elements of a name below it, in the order of the file. Without recursion: a file says how deep it is.
    func all(_ name: String) -> [XMLNode] {
        var found: [XMLNode] = []
        var waiting = [self]
        while let node = waiting.popLast() {
            if node.name == name { found.append(node) }
            waiting += node.children.reversed()
        }
        return found
    }
}

/// Reads XML into a tree, within bounds. Entities are refused before the reader sees them.
final class XMLTree: NSObject, XMLParserDelegate {
    private var stack: [XMLNode] = []
    private var root: XMLNode?
    private var count = 0

    /// How deep elements may stand within each other, and how many there may be.
    private static let deepest = 64, most = 200_000

    /// How many bytes a tag may have: the reader compares each of its attributes with all others.
    private static let longestTag = 10_000

    /// - Throws: a sentence if it is no XML, or too much of it.
    static func read(_ text: some StringProtocol) throws(ZoneFileProblem) -> XMLNode {
        let data = Data(undeclared(text).utf8)
        // Of a document type only the name that property lists carry is harmless: no entity is declared in it.
        if data.range(of: Data("<!ENTITY".utf8)) != nil || data.range(of: Data("<!ELEMENT".utf8)) != nil {
            throw ZoneFileProblem("Files with entities are not read.")
        }
        guard !XMLTags(data).hasLongerThan(longestTag) else { throw ZoneFileProblem("The file is no sound XML.") }
        let tree = XMLTree()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = true
        parser.delegate = tree
        guard parser.parse(), let root = tree.root else { throw ZoneFileProblem("The file is no sound XML.") }
        return root
    }

    /// A text without its declaration: it is decoded already, and another encoding than UTF-8 in which the reader would decode
    /// it once more could hide entities.
    private static func undeclared(_ text: some StringProtocol) -> Substring {
        let start = Substring(text).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>") else { return start }
        return start[end.upperBound...]
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        count += 1
        guard stack.count < XMLTree.deepest, count <= XMLTree.most else { return parser.abortParsing() }
        let node = XMLNode(String(name.split(separator: ":").last ?? ""), attributes)
        if let parent = stack.last { parent.children.append(node) } else { root = root ?? node }
        stack.append(node)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        _ = stack.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { stack.last?.text += text }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        stack.last?.text += String(decoding: data, as: UTF8.self)
    }
}

/// The tags of an XML text, looked at without reading it.
struct XMLTags {
    private let bytes: [UInt8]

    init(_ data: Data) { bytes = Array(data) }

    /// Whether a tag has more than so many bytes. Comments and character data are none.
    func hasLongerThan(_ most: Int) -> Bool {
        var place = 0
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = end(ofMarkupAt: start)
            if place - start > most, !isNext("<!", at: start) { return true }
        }
        return false
    }

    private func end(ofMarkupAt start: Int) -> Int {
        if isNext("<!--", at: start) { return end("-->", from: start + 4) }
        if isNext("<![CDATA[", at: start) { return end("]]>", from: start + 9) }
        var quote: UInt8?
        for index in (start + 1)..<bytes.count {
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
        guard index + mark.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<mark.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == mark.utf8Start[$0] }
    }
}
