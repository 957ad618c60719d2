/// The answer of a handler.
///
/// The server adds Date, Content-Length, Connection and the configured security headers. It ignores framing fields that
/// are set here; a Date that is set here stays.
public struct Response: Sendable {
    /// The status code.
    public var status: Status
    /// Header fields.
    public var headers: Headers
    /// The body; for HEAD only its length is sent.
    public var body: ResponseBody

    /// Makes a response.
    public init(status: Status = .ok, headers: Headers = Headers(), body: ResponseBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A page of HTML in UTF-8.
    public static func html(_ text: String, status: Status = .ok) -> Response {
        html(Array(text.utf8), status: status)
    }

    /// A page of HTML as UTF-8 bytes.
    public static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
        Response(status: status, headers: htmlHeaders, body: .bytes(bytes))
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(status: status, headers: textHeaders, body: .bytes(Array(text.utf8)))
    }

    /// Redirects the browser; by default to a GET (RFC 9110, 15.4.4).
    public static func redirect(to location: String, status: Status = .seeOther) -> Response {
        Response(status: status, headers: Headers([("Location", location)]))
    }

    /// Opens a stream of server-sent events (WHATWG HTML, 9.2).
    public static func events(_ stream: EventStream) -> Response {
        Response(headers: eventHeaders, body: .stream(stream))
    }

    private static let htmlHeaders = Headers([("Content-Type", "text/html; charset=utf-8")])
    private static let textHeaders = Headers([("Content-Type", "text/plain; charset=utf-8")])
    /// X-Accel-Buffering stops nginx from buffering events.
    private static let eventHeaders = Headers([
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
    ])
}
