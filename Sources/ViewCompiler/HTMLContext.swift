/// The HTML context of a place in a template: the state of an HTML parser there (WHATWG HTML, 13.2.5, the states that
/// templates need).
struct HTMLContext: Equatable {
    enum Place: Equatable {
        /// Between tags.
        case text
        /// After "<": the start of a tag name, a comment or the doctype.
        case tagOpen
        case tagName(String, isEnd: Bool)
        /// In a tag, between attributes.
        case tag
        case attributeName(String)
        /// After the "=" of an attribute.
        case valueStart(String)
        case value(Attribute)
        case selfClosing
        case comment(dashes: Int)
        case doctype
        /// In an element whose content is text only: textarea, title, script.
        case rawText(String)
    }

    /// The attribute whose quoted value is being read.
    struct Attribute: Equatable {
        let name: String
        let quote: UInt8
        /// Whether a part of the value has been written: an address has started.
        var hasBegun = false
    }

    var place = Place.text
    /// The open elements, outermost first.
    var open: [String] = []
    /// The element whose tag is being read.
    var element = ""
    /// Whether the last text character was white space that was kept.
    var endsInSpace = false

    /// Elements without content and end tag.
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    /// Elements whose content has no tags.
    static let textOnly: Set<String> = ["textarea", "title", "script"]
    /// Attributes whose value is an address.
    static let addresses: Set<String> = [
        "href", "src", "action", "formaction", "poster", "cite", "data", "manifest", "hx-get", "hx-post",
    ]

    /// Whether white space is significant here.
    var keepsSpace: Bool {
        if case .rawText = place { return true }
        return open.contains("pre") || open.contains("textarea")
    }

    /// The common context where two branches meet, whichever of them wrote the start of a value; nil when they differ.
    func merged(with other: HTMLContext) -> HTMLContext? {
        var (left, right) = (self, other)
        left.endsInSpace = false
        right.endsInSpace = false
        // Between tags the name of the last tag does not matter.
        if left.place == .text { left.element = "" }
        if right.place == .text { right.element = "" }
        if case .value(var one) = left.place, case .value(let two) = right.place {
            one.hasBegun = one.hasBegun || two.hasBegun
            left.place = .value(one)
            right.place = .value(Attribute(name: two.name, quote: two.quote, hasBegun: one.hasBegun))
        }
        return left == right ? left : nil
    }

    /// In words, for messages.
    var description: String {
        switch place {
        case .text: open.isEmpty ? "between tags" : "inside <\(open.joined(separator: "> <"))>"
        case .value(let attribute): "in the value of “\(attribute.name)”"
        case .valueStart(let name): "before the value of “\(name)”"
        case .comment: "in a comment"
        case .rawText(let name): "in <\(name)>"
        default: "in the tag <\(element)"
        }
    }
}
