/// A response status code (RFC 9110, 15): three digits, 100…599.
public struct Status: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The three-digit code.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }

    public static let `continue`: Status = 100
    public static let ok: Status = 200
    public static let created: Status = 201
    public static let accepted: Status = 202
    public static let noContent: Status = 204
    public static let partialContent: Status = 206
    public static let found: Status = 302
    public static let seeOther: Status = 303
    public static let notModified: Status = 304
    public static let badRequest: Status = 400
    public static let unauthorized: Status = 401
    public static let forbidden: Status = 403
    public static let notFound: Status = 404
    public static let methodNotAllowed: Status = 405
    public static let requestTimeout: Status = 408
    public static let conflict: Status = 409
    public static let gone: Status = 410
    public static let contentTooLarge: Status = 413
    public static let uriTooLong: Status = 414
    public static let unsupportedMediaType: Status = 415
    public static let rangeNotSatisfiable: Status = 416
    public static let expectationFailed: Status = 417
    public static let unprocessableContent: Status = 422
    public static let tooManyRequests: Status = 429
    public static let requestHeaderFieldsTooLarge: Status = 431
    public static let internalServerError: Status = 500
    public static let notImplemented: Status = 501
    public static let serviceUnavailable: Status = 503
    public static let versionNotSupported: Status = 505
    public static let insufficientStorage: Status = 507

    /// The registered reason phrase, or the name of the class for other codes.
    public var reason: String { reasonText.description }

    /// True when the answer never has a body: 1xx, 204 and 304 (RFC 9110, 6.4.1).
    var isBodiless: Bool { rawValue < 200 || rawValue == 204 || rawValue == 304 }

    var reasonText: StaticString {
        switch rawValue {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 451: "Unavailable For Legal Reasons"
        default: serverReasonText
        }
    }

    private var serverReasonText: StaticString {
        switch rawValue {
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        case 100..<200: "Informational"
        case 200..<300: "Success"
        case 300..<400: "Redirection"
        case 400..<500: "Client Error"
        default: "Server Error"
        }
    }
}
