import HTML

/// A page or part with one state of example data.
struct GalleryExample: Sendable {
    /// The name of its view struct.
    let view: String
    let state: String
    /// Whether it is shown within a page of the gallery.
    let isPart: Bool
    let make: @Sendable (GalleryContext) throws -> any View

    /// An example of a whole page.
    static func page<Page: View & SendableMetatype>(
        _ state: String, _ make: @escaping @Sendable (GalleryContext) throws -> Page
    )
        -> GalleryExample
    {
        GalleryExample(view: "\(Page.self)", state: state, isPart: false, make: { try make($0) })
    }

    /// An example of a part.
    static func part<Part: View & SendableMetatype>(
        _ state: String, _ make: @escaping @Sendable (GalleryContext) throws -> Part
    )
        -> GalleryExample
    {
        GalleryExample(view: "\(Part.self)", state: state, isPart: true, make: { try make($0) })
    }

    var path: String { GalleryPaths.example(view, state.replacing(" ", with: "-")) }
}
