/// A page or a part of one. The view compiler writes the conformances, one for each template.
public protocol View: Content {}

extension View {
    /// The markup in UTF-8.
    public func rendered() -> [UInt8] { buffer().bytes }

    /// The markup with what its parts mention.
    func buffer() -> HTMLBuffer {
        var out = HTMLBuffer()
        render(into: &out)
        return out
    }
}

/// Markup that is written unescaped. Everything that is not of this type is escaped.
public struct Markup: Sendable {
    /// UTF-8.
    public let bytes: [UInt8]
    /// What its parts mention for the page's summary.
    let mentions: [Mention]

    /// Markup from code that escapes its data, such as the maps.
    public init(trusted text: String) { (bytes, mentions) = (Array(text.utf8), []) }

    /// The markup of a part, for pages that show parts of other features without knowing their types.
    public init(_ view: some View) {
        let buffer = view.buffer()
        (bytes, mentions) = (buffer.bytes, buffer.mentions)
    }
}
