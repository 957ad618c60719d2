import CCurl
import Foundation

/// Sends messages through a mail server (RFC 5321), with libcurl. One connection per message; thread-safe.
public struct SMTPTransport: MailTransport {
    /// The mail server.
    public let server: SMTPServer
    private let authorities: String?
    private let timeouts: Timeouts

    /// Seconds.
    struct Timeouts: Sendable {
        /// For the connection.
        var connecting = 10
        /// For the whole message.
        var whole = 30
    }

    /// - Parameters:
    ///   - server: the mail server.
    ///   - authorities: a PEM file of the certificate authorities to trust instead of the system's.
    public init(_ server: SMTPServer, authorities: String? = nil) {
        self.init(server, authorities: authorities, timeouts: Timeouts())
    }

    init(_ server: SMTPServer, authorities: String?, timeouts: Timeouts) {
        self.server = server
        self.authorities = authorities
        self.timeouts = timeouts
    }

    /// Sends a message; blocks for 30 s at most.
    ///
    /// - Throws: `MailError`: `notReachable`, `refused` or `tls`.
    public func send(_ message: MailMessage) throws(MailError) {
        guard SMTPTransport.isCurlReady, let handle = curl_easy_init() else { throw .notReachable("libcurl failed") }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, "<\(message.to.text)>")
        defer { curl_slist_free_all(recipients) }
        let upload = Upload(message.bytes)
        let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CCURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
        defer { reason.deallocate() }
        let code = withExtendedLifetime(upload) {
            var setup = Setup(handle: handle)
            configure(&setup)
            setup.set(CURLOPT_MAIL_FROM, "<\(message.from.text)>")
            setup.set(CURLOPT_MAIL_RCPT, UnsafeMutableRawPointer(recipients))
            setup.set(CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque())
            setup.set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(reason))
            return setup.failure ?? curl_easy_perform(handle)
        }
        if code == CURLE_OK { return }
        let text = String(cString: reason[0] == 0 ? curl_easy_strerror(code) : UnsafePointer(reason))
        throw SMTPTransport.error(code, reply: reply(handle), text)
    }

    private func configure(_ setup: inout Setup) {
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        setup.set(CURLOPT_URL, "\(server.encryption == .implicit ? "smtps" : "smtp")://\(host):\(server.port)")
        setup.check(curl_allow_only_smtp(setup.handle))
        let use =
            switch server.encryption {
            case .implicit, .required: CCURL_USESSL_ALL
            case .offered: CCURL_USESSL_TRY
            case .none: CCURL_USESSL_NONE
            }
        setup.set(CURLOPT_USE_SSL, use)
        setup.set(CURLOPT_SSLVERSION, CCURL_TLS_1_2)
        setup.set(CURLOPT_SSL_VERIFYPEER, 1)
        setup.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities { setup.set(CURLOPT_CAINFO, authorities) }
        if let credentials = server.credentials {
            setup.set(CURLOPT_USERNAME, credentials.user)
            setup.set(CURLOPT_PASSWORD, credentials.password)
        }
        setup.set(CURLOPT_CONNECTTIMEOUT, timeouts.connecting)
        setup.set(CURLOPT_TIMEOUT, timeouts.whole)
        // Without it, libcurl uses signals for timeouts of name look-ups, which any thread may receive.
        setup.set(CURLOPT_NOSIGNAL, 1)
        // Ignore the proxy variables of the environment.
        setup.set(CURLOPT_PROXY, "")
        setup.set(CURLOPT_UPLOAD, 1)
        setup.check(curl_set_read_function(setup.handle, Upload.read))
    }

    private func reply(_ handle: UnsafeMutableRawPointer) -> Int {
        var code = 0
        curl_get_long(handle, CURLINFO_RESPONSE_CODE, &code)
        return code
    }

    static func error(_ code: CURLcode, reply: Int, _ text: String) -> MailError {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            .tls(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT: .notReachable(text)
        default: 400...599 ~= reply ? .refused(code: reply, text) : .notReachable(text)
        }
    }

    /// Initializes libcurl, once per process, before any thread uses it.
    private static let isCurlReady = curl_global_init(CCURL_GLOBAL_DEFAULT) == CURLE_OK
}

/// Sets the options of a connection, and remembers the first that libcurl refuses.
private struct Setup {
    let handle: UnsafeMutableRawPointer
    var failure: CURLcode?

    mutating func check(_ code: CURLcode) { if code != CURLE_OK && failure == nil { failure = code } }
    mutating func set(_ option: CURLoption, _ value: Int) { check(curl_set_long(handle, option, value)) }
    mutating func set(_ option: CURLoption, _ value: String) { check(curl_set_string(handle, option, value)) }
    mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(curl_set_pointer(handle, option, value))
    }
}

/// The bytes of the message, which libcurl requests in pieces.
private final class Upload {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return count
    }

    static let read: curl_read_callback = { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        let upload = Unmanaged<Upload>.fromOpaque(context).takeUnretainedValue()
        return upload.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
}
