import HTML

/// A page or part with named example data.
struct GalleryExample: Sendable {
    /// The name of its struct.
    let view: String
    let state: String
    /// Shown within a page of the gallery's own.
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

    /// An example of a part of pages.
    static func part<Part: View & SendableMetatype>(
        _ state: String, _ make: @escaping @Sendable (GalleryContext) throws -> Part
    )
        -> GalleryExample
    {
        GalleryExample(view: "\(Part.self)", state: state, isPart: true, make: { try make($0) })
    }

    var path: String { GalleryPaths.example(view, state.replacing(" ", with: "-")) }
}
