import CCurl
import Curl
import Synchronization

/// Delivers messages with libcurl over kept connections; thread-safe.
///
/// libcurl itself chooses HTTP/2 where the push service offers it over TLS.
public final class CurlPushTransport: PushTransport {
    private let authorities: String?
    private let timeouts: Timeouts
    private let resolving: [String]
    /// Handles without a transfer, each with its connections. The last used comes first, so that few are kept warm.
    private let idle = Mutex<[CurlHandle]>([])

    private static let maximumIdle = 16

    /// Milliseconds.
    struct Timeouts: Sendable {
        /// For the connection, with the look-up of the name and TLS.
        var connecting = 3_000
        /// For the whole message.
        var whole = 5_000
    }

    /// - Parameter authorities: a PEM file of the certificate authorities to trust instead of the system's.
    public convenience init(authorities: String? = nil) {
        self.init(authorities: authorities, timeouts: Timeouts())
    }

    /// - Parameter resolving: `host:port:address`, in place of looking the host up.
    init(authorities: String?, timeouts: Timeouts, resolving: [String] = []) {
        self.authorities = authorities
        self.timeouts = timeouts
        self.resolving = resolving
    }

    /// Delivers a message; blocks for 5 s at most.
    ///
    /// The address is checked here as well and not only when the subscription is made: it is the one that is connected to,
    /// whatever the name led to before. Redirects are not followed.
    public func send(_ message: PushMessage) -> PushAnswer {
        guard let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else {
            return .unreachable("libcurl failed")
        }
        defer {
            handle.reset()
            idle.withLock { if $0.count < CurlPushTransport.maximumIdle { $0.append(handle) } }
        }
        let headers = list(CurlPushTransport.headers(message))
        let names = list(resolving)
        defer {
            curl_slist_free_all(headers)
            curl_slist_free_all(names)
        }
        let transfer = PushTransfer(isTrusted: message.endpoint.isTrusted)
        let code = withExtendedLifetime(transfer) {
            configure(handle, message)
            handle.set(CURLOPT_HTTPHEADER, headers)
            handle.set(CURLOPT_RESOLVE, names)
            transfer.observe(handle)
            return handle.perform()
        }
        // An answer counts although the connection broke later, or was broken off for what followed.
        let status = handle.number(CURLINFO_RESPONSE_CODE)
        if status >= 200 { return CurlPushTransport.answer(status, after: transfer.retryAfter) }
        return .unreachable(
            transfer.isForbidden ? "its address is not public" : String(cString: curl_easy_strerror(code)))
    }

    private func configure(_ handle: CurlHandle, _ message: PushMessage) {
        handle.set(CURLOPT_URL, message.endpoint.url)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.check(curl_allow_only_http(handle.pointer, message.endpoint.isTrusted ? 1 : 0))
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_POST, 1)
        handle.set(CURLOPT_POSTFIELDSIZE, message.body.count)
        message.body.withUnsafeBytes {
            handle.set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
        handle.set(CURLOPT_SSLVERSION, CCURL_TLS_1_2)
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities { handle.set(CURLOPT_CAINFO, authorities) }
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, timeouts.connecting)
        handle.set(CURLOPT_TIMEOUT_MS, timeouts.whole)
        handle.check(curl_leave_lookups(handle.pointer))
        // Without it, libcurl uses signals for timeouts of name look-ups, which any thread may receive.
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Ignore the proxy variables of the environment: a proxy would connect to addresses that are not checked.
        handle.set(CURLOPT_PROXY, "")
    }

    private func list(_ texts: [String]) -> UnsafeMutablePointer<curl_slist>? {
        texts.reduce(nil) { curl_slist_append($0, $1) }
    }

    /// The headers (RFC 8030, 5; RFC 8188, 2; RFC 8292, 2). libcurl must not ask first whether to send the body.
    private static func headers(_ message: PushMessage) -> [String] {
        [
            "Authorization: \(message.authorization)", "TTL: \(message.timeToLive)",
            "Urgency: \(message.urgency.rawValue)", "Topic: \(message.topic)", "Content-Encoding: aes128gcm",
            "Content-Type: application/octet-stream", "Expect:",
        ]
    }

    private static func answer(_ status: Int, after seconds: Int?) -> PushAnswer {
        switch status {
        case 200...299: .accepted
        case 404, 410: .gone
        case 429, 500...599: .later(after: seconds)
        default: .refused(status)
        }
    }
}
