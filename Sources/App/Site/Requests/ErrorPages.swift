import Database
import HTTP

/// The only place that turns errors into a status and a page.
enum ErrorPages {
    /// The response for an error of a handler. Details of internal errors are logged, never shown.
    static func answer(_ error: any Error, _ context: RequestContext) -> Response {
        let failure = failure(of: error, context)
        var response = page(failure?.status ?? .internalServerError, failure.flatMap { detail($0) }, context)
        if let seconds = failure?.retryAfter { response.headers.set("Retry-After", "\(seconds)") }
        return response
    }

    /// 405 with the methods that the path supports (RFC 9110, 15.5.6).
    static func methodNotAllowed(_ methods: [Method], _ context: RequestContext) -> Response {
        var response = page(.methodNotAllowed, nil, context)
        response.headers.set("Allow", methods.map { $0.rawValue }.joined(separator: ", "))
        return response
    }

    private static func failure(of error: any Error, _ context: RequestContext) -> Failure? {
        switch error {
        case let failure as Failure: return failure
        case let form as FormError: return .unreadable(form.status, words(form))
        case let refused as RefusedUpload: return .unreadable(refused.status, refused.sentence)
        case let database as DatabaseError where database.kind == .full: return .noSpace
        case let database as DatabaseError where database.kind == .busy: return .unavailable(retryAfter: 5)
        default:
            let line = "\(context.request.head.method.rawValue) \(context.pathForLog): \(error)"
            context.site.log.error(
                "request failed",
                metadata: [
                    "number": "\(context.request.head.number)", "request": "\(line)",
                ])
            return nil
        }
    }

    private static func words(_ error: FormError) -> String {
        switch error {
        case .malformed: "Your browser sent something we couldn't read. Go back and try again."
        case .tooLarge: "That's more than this form can take."
        case .unsupportedType: "This address only takes forms."
        case .storage: "There's no room left for this right now."
        }
    }

    private static func detail(_ failure: Failure) -> String? {
        switch failure {
        case .malformed(let words), .gateClosed(let words), .conflict(let words), .done(let words),
            .unreadable(_, let words):
            words
        default: nil
        }
    }

    private static func page(_ status: Status, _ detail: String?, _ context: RequestContext) -> Response {
        let words = ErrorWords(status)
        if context.wantsJSON, let response = try? context.json(["error": detail ?? words.body], status: status) {
            return response
        }
        let page = ErrorPage(
            frame: context.frame(words.title), heading: words.title, message: detail ?? words.body,
            isSignedIn: context.member != nil)
        return context.page(page, status: status)
    }
}

/// The words of the page for a status.
struct ErrorWords {
    let title: String
    let body: String

    init(_ status: Status) {
        switch status {
        case .notFound:
            self.init("Page not found", "This page doesn't exist, or you can't see it.")
        case .forbidden:
            self.init("That page was too old", "Go back, reload it and try again. Nothing was changed.")
        case .methodNotAllowed: self.init("That doesn't work here", "This address can't be used like that.")
        case .unsupportedMediaType: self.init("Wrong kind of file", "This kind of file can't be uploaded here.")
        case .contentTooLarge: self.init("Too big", "That's more than this form can take.")
        case .tooManyRequests:
            self.init("Slow down a little", "That was too many tries in a short time. Wait a moment.")
        case .conflict: self.init("Done already", "That was done already, and can be done only once.")
        case .unprocessableContent: self.init("Not quite", "Please check it and try again.")
        case .badRequest: self.init("Bad request", "Your browser sent something we couldn't read.")
        case .serviceUnavailable: self.init("Too busy", "Too much is going on right now. Try again in a moment.")
        case .insufficientStorage: self.init("No room left", "The site's disk is full. Tell the person who runs it.")
        default: self.init("Something went wrong", "That was our fault, not yours. Try again in a moment.")
        }
    }

    private init(_ title: String, _ body: String) {
        self.title = title
        self.body = body
    }
}
