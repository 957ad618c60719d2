import HTTP

/// What happens to a visitor without a session at a closed route.
enum LoginGate {
    /// GET: to the login page, which leads back. POST: nothing is done; when the form can be taken up again, what was
    /// typed is carried through the login.
    static func turnAway(_ context: RequestContext, from route: Route) throws -> Response {
        if context.wantsJSON { throw Failure.unreadable(.forbidden, "Please sign in.") }
        guard route.method == .post else {
            return context.redirect(to: "/login?next=\(PathText.component(context.request.head.target))")
        }
        guard let resume = route.resume, RequestOrigin.isOwn(context.request.head.headers) else {
            return context.redirect(to: "/login")
        }
        let kept = KeptForm(path: resume, fields: context.form)
        let page = LoginPage(
            frame: context.frame("Sign in", hasForm: true), username: "", next: "", kept: kept.text,
            errors: ValidationErrors(),
            notice: "Your session has ended. Sign in to go on: what you wrote is kept.")
        return context.page(page, status: .forbidden)
    }
}

/// A form that met an ended session, on its way through the login page.
struct KeptForm {
    /// The preview that takes the form up again.
    let path: String
    let fields: [(name: String, value: String)]

    init(path: String, fields: FormFields) {
        self.path = path
        self.fields = fields.values.filter { $0.name != "csrf" && !$0.name.contains("password") }
    }

    /// Reads what `text` wrote; nil when it is none or leads elsewhere than to one of `previews`.
    init?(_ text: String, previews: [String]) {
        guard let form = try? FormFields.urlEncoded(Array(text.utf8)), let path = form["kept_path"],
            previews.contains(path)
        else { return nil }
        self.path = path
        fields = form.values.filter { $0.name != "kept_path" }
    }

    /// As one hidden field, urlencoded.
    var text: String {
        ([("kept_path", path)] + fields).map { "\(PathText.component($0.0))=\(PathText.component($0.1))" }
            .joined(separator: "&")
    }
}

/// Text in addresses.
enum PathText {
    /// Percent-encodes everything but letters, digits and `-._~/` (RFC 3986, 2.3; the slash is legal in a query).
    static func component(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// A path inside the site out of a `next` field, or "/" for anything that could lead elsewhere.
    static func inside(_ next: String?) -> String {
        guard let next, next.utf8.count < 2_000, next.hasPrefix("/") else { return "/" }
        let isPlain = next.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
        return isPlain && !next.hasPrefix("//") ? next : "/"
    }
}
