/// A page or a part of one. The view compiler writes the conformances, one for each template.
public protocol View: Content {}

extension View {
    /// The markup in UTF-8.
    public func rendered() -> [UInt8] {
        var out = HTMLBuffer()
        render(into: &out)
        return out.bytes
    }
}

/// Markup that is written unescaped. Everything that is not of this type is escaped.
public struct Markup: Sendable {
    /// UTF-8.
    public let bytes: [UInt8]

    /// Markup from code that escapes its data, such as the maps.
    public init(trusted text: String) { bytes = Array(text.utf8) }

    /// The markup of a part, for pages that show parts of other features without knowing their types.
    public init(_ view: some View) { bytes = view.rendered() }
}
