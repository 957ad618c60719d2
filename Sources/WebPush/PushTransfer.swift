import CCurl
import Curl
import Foundation

/// What libcurl asks and tells during the delivery of a message.
final class PushTransfer {
    /// What the service wrote in `Retry-After`.
    private(set) var retryAfter: Int?
    private let socketGuard: SocketGuard
    private var headerBytes = 0
    private var bodyBytes = 0

    private static let maximumHeaderBytes = 16_384
    /// Answers are not read: their status says enough.
    private static let maximumBodyBytes = 4_096

    init(isTrusted: Bool) { socketGuard = SocketGuard(isTrusted: isTrusted) }

    /// Whether an address was not connected to because it is not public.
    var isForbidden: Bool { socketGuard.isForbidden }

    /// Needs to live until the transfer is over.
    func observe(_ handle: CurlHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        socketGuard.observe(handle)
        handle.set(CURLOPT_HEADERDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_HEADERFUNCTION, PushTransfer.takeHeader))
        handle.set(CURLOPT_WRITEDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_WRITEFUNCTION, PushTransfer.takeBody))
    }

    /// Returning another count than the one given ends the transfer.
    private static let takeHeader: curl_write_callback = { line, size, count, context in
        guard let line, let context else { return 0 }
        let transfer = Unmanaged<PushTransfer>.fromOpaque(context).takeUnretainedValue()
        transfer.headerBytes += size * count
        guard transfer.headerBytes <= maximumHeaderBytes else { return -1 }
        transfer.read(UnsafeRawBufferPointer(start: line, count: size * count))
        return size * count
    }

    private func read(_ line: UnsafeRawBufferPointer) {
        let name = "retry-after:"
        let text = String(decoding: line, as: UTF8.self)
        guard text.prefix(name.count).lowercased() == name else { return }
        let value = text.dropFirst(name.count).trimmingCharacters(in: .whitespacesAndNewlines)
        retryAfter = RetryAfter.seconds(value, now: time(nil))
    }

    private static let takeBody: curl_write_callback = { _, size, count, context in
        guard let context else { return 0 }
        let transfer = Unmanaged<PushTransfer>.fromOpaque(context).takeUnretainedValue()
        transfer.bodyBytes += size * count
        return transfer.bodyBytes <= maximumBodyBytes ? size * count : -1
    }
}
