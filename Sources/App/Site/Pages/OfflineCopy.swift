import HTTP

/// The pages of which a browser keeps a copy, for reading without a connection: all others are never stored there. The
/// service worker (`sw-copies.js`) keeps the newest of each kind until their person signs out.
///
/// A copy lacks what a template puts between `<!--now-->` and `<!--/now-->`: what holds only for a while, what may be seen
/// only at a place, and where people are. `<!--now Words-->` puts words in its place.
enum OfflineCopy: String, CaseIterable {
    /// The found notes, and one that was opened.
    case archive, note
    /// The list of chats, and the newest messages of one.
    case chats, chat

    /// The fields of every page's answer: its kind, where copies are kept, and whose page it is.
    static let kindField = "Offline-Copy"
    static let viewerField = "Viewer"
    /// Whose page it is where nobody is signed in: then no copy stays.
    static let nobody = "none"
}

extension RequestContext {
    /// Tells the browser whose page it is, and of which kind if it may keep a copy.
    func marked(_ response: Response, as kind: OfflineCopy?) -> Response {
        var response = response
        response.headers.set(OfflineCopy.viewerField, viewer.map { "\($0.id)" } ?? OfflineCopy.nobody)
        if let kind, response.status == .ok, request.head.method == .get, member != nil {
            response.headers.set(OfflineCopy.kindField, kind.rawValue)
        }
        return response
    }
}
