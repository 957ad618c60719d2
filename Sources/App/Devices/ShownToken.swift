import Database
import HTTP

/// Carries a new token to the one page that shows it: in a cookie of the owner's browser, because the database has only
/// its hash. The cookie is signed for this device, lives for minutes and ends with that page.
enum ShownToken {
    private static let seconds = 300

    static func set(_ token: String, of device: ID<Device>, _ context: RequestContext) {
        let signed = context.site.key.sign("token of \(device)", token)
        context.addCookie(context.site.cookies.set(context.site.cookies.token, signed, maxAge: seconds))
    }

    /// The token of a device that was made just now. Nobody gets it twice, and a browser that fetches the page ahead does
    /// not get it.
    static func take(of device: ID<Device>, _ context: RequestContext) -> String? {
        let cookies = context.site.cookies
        guard context.isLookedAt, let cookie = context.request.head.cookie(cookies.token), !cookie.isEmpty,
            let token = context.site.key.verified("token of \(device)", cookie)
        else { return nil }
        context.addCookie(cookies.end(cookies.token))
        return token
    }
}
