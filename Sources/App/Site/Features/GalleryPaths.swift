/// The addresses of the gallery.
enum GalleryPaths {
    static let list = "/gallery"
    static let events = "/gallery/events"
    static let upload = "/gallery/upload"
    static let refusal = "/gallery/refusal"

    static func example(_ view: String, _ state: String) -> String { "/gallery/\(view)/\(state)" }
}
