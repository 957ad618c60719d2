import CCurl
import Curl
import Foundation

/// What libcurl tells during one request.
final class RangeTransfer {
    /// What was asked for; nil for the whole file.
    let range: Range<UInt64>?
    private(set) var status = 0
    private(set) var body: [UInt8] = []
    /// The entity tag, if it is a strong one.
    private(set) var etag: String?
    private(set) var location = ""
    /// What the server says it sends.
    private(set) var contentRange: (start: UInt64, total: UInt64)?
    private let socketGuard: SocketGuard
    private let maxBodyBytes: Int
    private var headerBytes = 0

    private static let maxHeaderBytes = 32_768

    /// - Parameter limit: bytes of a whole file.
    init(_ range: Range<UInt64>?, isTrusted: Bool, limit: Int = 0) {
        self.range = range
        maxBodyBytes = range?.count ?? limit
        socketGuard = SocketGuard(isTrusted: isTrusted)
    }

    /// Whether an address was not connected to because it is not public.
    var isForbidden: Bool { socketGuard.isForbidden }

    /// Needs to live until the transfer is over.
    func observe(_ handle: CurlHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        socketGuard.observe(handle)
        handle.set(CURLOPT_HEADERDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_HEADERFUNCTION, RangeTransfer.takeHeader))
        handle.set(CURLOPT_WRITEDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_WRITEFUNCTION, RangeTransfer.takeBody))
    }

    /// Returning another count than the one given ends the transfer.
    private static let takeHeader: curl_write_callback = { line, size, count, context in
        guard let line, let context else { return 0 }
        let transfer = Unmanaged<RangeTransfer>.fromOpaque(context).takeUnretainedValue()
        transfer.headerBytes += size * count
        guard transfer.headerBytes <= maxHeaderBytes else { return -1 }
        transfer.read(String(decoding: UnsafeRawBufferPointer(start: line, count: size * count), as: UTF8.self))
        return size * count
    }

    private func read(_ line: String) {
        let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if line.hasPrefix("HTTP/") {
            // An interim answer (1xx) comes before the real one, with headers of its own.
            (status, etag, contentRange, location) = (0, nil, nil, "")
            let words = line.split(separator: " ")
            status = words.count > 1 ? Int(words[1].prefix(3)) ?? 0 : 0
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        switch line[..<colon].lowercased() {
        case "etag": etag = value.hasPrefix("\"") && value.utf8.count <= 200 ? value : nil
        case "location": location = String(value.prefix(200))
        case "content-range": contentRange = RangeTransfer.contentRange(value)
        default: return
        }
    }

    /// "bytes 0-16383/446706" (RFC 9110, 14.4); nil where the length is not told.
    static func contentRange(_ value: String) -> (start: UInt64, total: UInt64)? {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = sides.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard sides.count == 2, ends.count == 2, let start = UInt64(ends[0]), let end = UInt64(ends[1]),
            let total = UInt64(sides[1]), start <= end, end < total, total < 1 << 60
        else { return nil }
        return (start, total)
    }

    private static let takeBody: curl_write_callback = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let transfer = Unmanaged<RangeTransfer>.fromOpaque(context).takeUnretainedValue()
        // A server without ranges would send the whole planet.
        let isWanted = transfer.status == (transfer.range == nil ? 200 : 206)
        guard isWanted, transfer.body.count + size * count <= transfer.maxBodyBytes else { return -1 }
        transfer.body += UnsafeRawBufferPointer(start: bytes, count: size * count)
        return size * count
    }
}
