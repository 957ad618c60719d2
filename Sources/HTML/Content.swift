/// A value that may appear between tags.
///
/// Compiled views declare each expression as `some` of these protocols, so that swiftc reports a value of another type
/// at the expression itself.
public protocol Content {
    /// Appends the markup.
    func render(into out: inout HTMLBuffer)
}

/// Text and numbers, which are also allowed in attributes.
public protocol TextContent: Content, LosslessStringConvertible {}

extension TextContent {
    /// Appends the text, escaped.
    public func render(into out: inout HTMLBuffer) { out.escape(description) }
}

extension String: TextContent {
    /// Appends the text, escaped.
    public func render(into out: inout HTMLBuffer) { out.escape(self) }
}

extension Substring: TextContent {
    /// Appends the text, escaped.
    public func render(into out: inout HTMLBuffer) { out.escape(self) }
}

extension Int: TextContent {}
extension Int64: TextContent {}
extension UInt64: TextContent {}
extension UInt32: TextContent {}
extension UInt16: TextContent {}
extension UInt8: TextContent {}

extension Markup: Content {
    /// Appends the markup unescaped: its type marks it as trusted.
    public func render(into out: inout HTMLBuffer) { out.append(self) }
}

/// A part of a page that may be missing.
extension Optional: Content where Wrapped: View {
    /// Appends the part if there is one.
    public func render(into out: inout HTMLBuffer) { self?.render(into: &out) }
}
