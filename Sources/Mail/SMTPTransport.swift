import CCurl
import Curl
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
        guard let handle = CurlHandle() else { throw .notReachable("libcurl failed") }
        let recipients = curl_slist_append(nil, "<\(message.to.text)>")
        defer { curl_slist_free_all(recipients) }
        let upload = Upload(message.bytes)
        let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CCURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
        defer { reason.deallocate() }
        let code = withExtendedLifetime(upload) {
            configure(handle)
            handle.set(CURLOPT_MAIL_FROM, "<\(message.from.text)>")
            handle.set(CURLOPT_MAIL_RCPT, UnsafeMutableRawPointer(recipients))
            handle.set(CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque())
            handle.set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(reason))
            return handle.perform()
        }
        if code == CURLE_OK { return }
        let text = String(cString: reason[0] == 0 ? curl_easy_strerror(code) : UnsafePointer(reason))
        throw SMTPTransport.error(code, reply: handle.number(CURLINFO_RESPONSE_CODE), text)
    }

    /// Greets the server and signs in, without sending a message; blocks for 30 s at most.
    ///
    /// - Throws: as `send`.
    public func probe() throws(MailError) {
        guard let handle = CurlHandle() else { throw .notReachable("libcurl failed") }
        configure(handle)
        handle.set(CURLOPT_UPLOAD, 0)
        handle.set(CURLOPT_NOBODY, 1)
        handle.set(CURLOPT_CUSTOMREQUEST, "NOOP")
        let code = handle.perform()
        if code == CURLE_OK { return }
        throw SMTPTransport.error(
            code, reply: handle.number(CURLINFO_RESPONSE_CODE), String(cString: curl_easy_strerror(code)))
    }

    private func configure(_ handle: CurlHandle) {
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        handle.set(CURLOPT_URL, "\(server.encryption == .implicit ? "smtps" : "smtp")://\(host):\(server.port)")
        handle.check(curl_allow_only_smtp(handle.pointer))
        let use =
            switch server.encryption {
            case .implicit, .required: CCURL_USESSL_ALL
            case .offered: CCURL_USESSL_TRY
            case .none: CCURL_USESSL_NONE
            }
        handle.set(CURLOPT_USE_SSL, use)
        handle.set(CURLOPT_SSLVERSION, CCURL_TLS_1_2)
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities { handle.set(CURLOPT_CAINFO, authorities) }
        if let credentials = server.credentials {
            handle.set(CURLOPT_USERNAME, credentials.user)
            handle.set(CURLOPT_PASSWORD, credentials.password)
        }
        handle.set(CURLOPT_CONNECTTIMEOUT, timeouts.connecting)
        handle.set(CURLOPT_TIMEOUT, timeouts.whole)
        // Without it, libcurl uses signals for timeouts of name look-ups, which any thread may receive.
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Ignore the proxy variables of the environment.
        handle.set(CURLOPT_PROXY, "")
        handle.set(CURLOPT_UPLOAD, 1)
        handle.check(curl_set_read_function(handle.pointer, Upload.read))
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
