import CCurl
import Curl
import Foundation
import PMTiles

/// Reads parts of one file from a server over kept connections. One thread uses it at a time.
final class RangeClient {
    private let url: CheckedURL
    private let settings: DownloadSettings
    private let handle: CurlHandle

    /// A part of a file.
    struct Part {
        var bytes: [UInt8]
        /// Only a strong one (RFC 9110, 8.8.3) proves that two parts are of one file.
        let etag: String?
        /// Bytes of the whole file.
        let total: UInt64
    }

    /// - Throws: `DownloadError` when libcurl cannot be initialized.
    init(_ url: CheckedURL, _ settings: DownloadSettings) throws(DownloadError) {
        guard let handle = CurlHandle() else { throw .noAnswer("libcurl failed") }
        (self.url, self.settings, self.handle) = (url, settings, handle)
    }

    /// A part of the file. An answer that breaks off goes on where it ended, until some in a row have brought nothing.
    ///
    /// - Parameters:
    ///   - range: not empty. A smaller file gives what it has of it.
    ///   - etag, total: what the file must have, where that is known.
    /// - Throws: `DownloadError`.
    func part(_ range: Range<UInt64>, etag: String? = nil, total: UInt64? = nil) throws(DownloadError) -> Part {
        var part: Part?
        var failures = 0
        for _ in 0..<settings.maxTries {
            guard settings.timeLeft.map({ $0 > 0 }) ?? true else { throw .noAnswer("it takes too long") }
            guard !settings.isStopped() else { throw .stopped }
            let start = range.lowerBound + UInt64(part?.bytes.count ?? 0)
            let transfer = RangeTransfer(start..<range.upperBound, isTrusted: url.isTrusted)
            let code = perform(transfer, etag: etag ?? part?.etag)
            try check(transfer, code, etag: etag ?? part?.etag, total: total ?? part?.total)
            if let found = transfer.contentRange {
                if part == nil { part = Part(bytes: [], etag: transfer.etag, total: found.total) }
                part?.bytes += transfer.body
                if let part, part.bytes.count == Int(min(range.upperBound, part.total) - range.lowerBound) {
                    return part
                }
            }
            // A connection that brings something each time is slow, not broken.
            failures = transfer.body.isEmpty ? failures + 1 : 0
            guard failures < settings.maxFailures else { throw .noAnswer(message(code, transfer)) }
            settings.pause(failures)
        }
        throw .noAnswer("it breaks off again and again")
    }

    /// A whole small file.
    ///
    /// - Throws: `DownloadError`, also when it is larger than `limit`.
    func whole(limit: Int) throws(DownloadError) -> [UInt8] {
        let transfer = RangeTransfer(nil, isTrusted: url.isTrusted, limit: limit)
        let code = perform(transfer, etag: nil)
        guard transfer.status == 200 else {
            throw transfer.status == 0 ? .noAnswer(message(code, transfer)) : .refused("status \(transfer.status)")
        }
        guard code == CURLE_OK else { throw .noAnswer(message(code, transfer)) }
        return transfer.body
    }

    /// - Throws: `DownloadError` for what another try would not change.
    private func check(
        _ transfer: RangeTransfer, _ code: CURLcode, etag: String?, total: UInt64?
    ) throws(DownloadError) {
        switch transfer.status {
        case 206:
            guard let found = transfer.contentRange else { throw .noRanges }
            guard found.start == transfer.range?.lowerBound else { throw .noRanges }
            guard total == nil || total == found.total else { throw .changed }
            if let etag, let other = transfer.etag, etag != other { throw .changed }
        case 200: throw .noRanges
        case 412, 416: throw .changed
        case 300...399:
            throw .refused("it leads to \(transfer.location.isEmpty ? "another address" : transfer.location)")
        case 400...499 where transfer.status != 408 && transfer.status != 429:
            throw .refused("status \(transfer.status)")
        default:
            guard !transfer.isForbidden else { throw .noAnswer("its address is not public") }
        }
    }

    private func message(_ code: CURLcode, _ transfer: RangeTransfer) -> String {
        if transfer.isForbidden { return "its address is not public" }
        return code == CURLE_OK ? "status \(transfer.status)" : String(cString: curl_easy_strerror(code))
    }

    private func perform(_ transfer: RangeTransfer, etag: String?) -> CURLcode {
        handle.reset()
        var headers = curl_slist_append(nil, "Accept-Encoding: identity")
        if let etag { headers = curl_slist_append(headers, "If-Match: \(etag)") }
        let names = settings.resolving.reduce(nil) { curl_slist_append($0, $1) }
        defer {
            curl_slist_free_all(headers)
            curl_slist_free_all(names)
        }
        return withExtendedLifetime(transfer) {
            handle.set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headers))
            handle.set(CURLOPT_RESOLVE, UnsafeMutableRawPointer(names))
            if let range = transfer.range { handle.set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)") }
            configure()
            transfer.observe(handle)
            return handle.perform()
        }
    }

    private func configure() {
        handle.set(CURLOPT_URL, url.url)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.check(curl_allow_only_http(handle.pointer, url.isTrusted ? 1 : 0))
        // A redirect could lead anywhere: it is told, and the host decides.
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_SSLVERSION, CCURL_TLS_1_2)
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = settings.authorities { handle.set(CURLOPT_CAINFO, authorities) }
        handle.set(CURLOPT_USERAGENT, "Cairn")
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        // Bytes a second, for so many seconds: a part of a map may take long, but not for ever.
        handle.set(CURLOPT_LOW_SPEED_LIMIT, 1_000)
        handle.set(CURLOPT_LOW_SPEED_TIME, settings.patience)
        // 0 would be no limit.
        if let left = settings.timeLeft { handle.set(CURLOPT_TIMEOUT_MS, max(1, left)) }
        handle.check(curl_leave_lookups(handle.pointer))
        // Without it, libcurl uses signals for timeouts of name look-ups, which any thread may receive.
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Ignore the proxy variables of the environment: a proxy would connect to addresses that are not checked.
        handle.set(CURLOPT_PROXY, "")
    }
}

/// How maps are loaded.
public struct DownloadSettings: Sendable {
    /// A PEM file of the certificate authorities to trust instead of the system's.
    public var authorities: String?
    /// After how many failures in a row nothing more is tried.
    public var maxFailures = 5
    /// How often one part is asked for at most, however little each answer brings.
    var maxTries: Int { 10 * maxFailures }
    /// Seconds of silence that count as a break.
    public var patience = 30
    /// When whoever waits for the answer is told that there is none; nil for no such moment.
    public var deadline: ContinuousClock.Instant?
    /// Milliseconds until then, and below 0 after it.
    var timeLeft: Int? {
        deadline.map { Int((ContinuousClock.now.duration(to: $0) / .milliseconds(1)).rounded(.down)) }
    }
    /// Whether somebody has stopped it: asked before each request.
    public var isStopped: @Sendable () -> Bool = { false }
    /// Waits after so many failures.
    public var pause: @Sendable (_ failures: Int) -> Void = { Thread.sleep(forTimeInterval: exp2(Double($0) - 1)) }
    /// Bytes of the disk that stay free, as for uploads.
    var spareBytes: UInt64 = 512 << 20
    /// `host:port:address`, in place of looking the host up.
    var resolving: [String] = []
    /// Requests at the same time.
    public static let maxRequests = 4

    public init() {}
}
