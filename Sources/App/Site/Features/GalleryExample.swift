import HTML

/// A page or part with one state of example data.
struct GalleryExample: Sendable {
    /// The name of its view struct.
    let view: String
    let state: String
    /// Whether it is shown within a page of the gallery.
    let isPart: Bool
    /// The style sheet of the pages that a part stands on, in `Public/css/pages`; "" where it needs none of its own.
    let style: String
    let make: @Sendable (GalleryContext) throws -> any View

    /// An example of a whole page.
    static func page<Page: View & SendableMetatype>(
        _ state: String, _ make: @escaping @Sendable (GalleryContext) throws -> Page
    )
        -> GalleryExample
    {
        GalleryExample(view: "\(Page.self)", state: state, isPart: false, style: "", make: { try make($0) })
    }

    /// An example of a part.
    ///
    /// - Parameter style: the style sheet of its pages, where it does not bring one itself.
    static func part<Part: View & SendableMetatype>(
        _ state: String, style: String = "", _ make: @escaping @Sendable (GalleryContext) throws -> Part
    )
        -> GalleryExample
    {
        GalleryExample(view: "\(Part.self)", state: state, isPart: true, style: style, make: { try make($0) })
    }

    var path: String { GalleryPaths.example(view, state.replacing(" ", with: "-")) }
}
