import Curl
import Foundation
import Logging
import WebPush

/// How the site sends messages to browsers.
struct SitePush: Sendable {
    let transport: any PushTransport
    /// Push services of the host's own network.
    let hosts: TrustedHosts
    /// Push services that do not answer.
    let silentHosts = SilentHosts()
    /// Recognizes the site at push services.
    let key: VAPIDKey
    /// The public key as browsers take it; every page with a message may hold it.
    let publicKey: String
    /// Whom a push service may write to: `mailto:` or `https:`; nil for a site without such an address.
    let subject: String?
    /// Whether browsers let the site send them anything: only one on https, or on the machine itself (Secure Contexts, 3.1).
    let isPossible: Bool
    /// Whether an address leads into a private network now, as far as its name can be looked up. Blocks for a look-up.
    let isForbidden: @Sendable (CheckedURL) -> Bool

    /// What the host chose: `CAIRN_PUSH_HOSTS` and `CAIRN_PUSH_SUBJECT`.
    struct Options: Sendable {
        var hosts = TrustedHosts.none
        /// Nil for the base URL, if that is https.
        var subject: String?
        var transport: any PushTransport = CurlPushTransport()
        var isForbidden: @Sendable (CheckedURL) -> Bool = PushNameLookup().isForbidden
    }

    /// The key is derived from the site's, so that a restored backup is still recognized.
    init(_ options: Options, secret: SecretKey, baseURL: String) {
        transport = options.transport
        hosts = options.hosts
        isForbidden = options.isForbidden
        subject = SitePush.subject(options, baseURL: baseURL)
        isPossible = SitePush.isPossible(baseURL: baseURL)
        // One in 2³² values is no key of the curve.
        let keys = (0...).lazy.compactMap { VAPIDKey(bytes: secret.code("vapid", "\($0)")) }
        key = keys.first { _ in true }!
        publicKey = Base64URL.encode(key.publicKey)
    }

    static func subject(_ options: Options, baseURL: String) -> String? {
        options.subject ?? (baseURL.hasPrefix("https://") ? baseURL : nil)
    }

    static func isPossible(baseURL: String) -> Bool {
        baseURL.hasPrefix("https://") || isOwnMachine(URL(string: baseURL)?.host() ?? "")
    }

    /// Whether a host is this machine, whose pages browsers trust without https.
    static func isOwnMachine(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || ["::1", "[::1]"].contains(name) { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && !numbers.contains(nil) && numbers[0] == 127
    }

    /// Tells the host if nobody can turn push on.
    func report(to log: Logger) {
        if !isPossible { log.warning("no browser gets push messages: they need https, and the base URL is plain http") }
    }
}
