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

    /// - Throws: a sentence if it is no XML, or too much of it.
    static func read(_ text: some StringProtocol) throws(ZoneFileProblem) -> XMLNode {
        let tree = XMLTree()
        let parser = XMLParser(data: try XMLMarkup.harmless(text))
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = true
        parser.delegate = tree
        guard parser.parse(), let root = tree.root else { throw XMLMarkup.unsound }
        return root
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
