import CCurl
import Curl
import Foundation

/// What libcurl asks and tells during the delivery of a message.
final class PushTransfer {
    /// Whether an address was not connected to because it is not public.
    private(set) var isForbidden = false
    /// What the service wrote in `Retry-After`.
    private(set) var retryAfter: Int?
    private let isTrusted: Bool
    private var headerBytes = 0
    private var bodyBytes = 0

    private static let maximumHeaderBytes = 16_384
    /// Answers are not read: their status says enough.
    private static let maximumBodyBytes = 4_096

    init(isTrusted: Bool) { self.isTrusted = isTrusted }

    /// Needs to live until the transfer is over.
    func observe(_ handle: CurlHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_OPENSOCKETDATA, context)
        handle.check(curl_set_open_socket_function(handle.pointer, PushTransfer.openSocket))
        handle.set(CURLOPT_HEADERDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_HEADERFUNCTION, PushTransfer.takeHeader))
        handle.set(CURLOPT_WRITEDATA, context)
        handle.check(curl_set_write_function(handle.pointer, CURLOPT_WRITEFUNCTION, PushTransfer.takeBody))
    }

    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context, let address, let socketAddress = curl_socket_address(address) else { return CURL_SOCKET_BAD }
        let transfer = Unmanaged<PushTransfer>.fromOpaque(context).takeUnretainedValue()
        let target = NetworkAddress(socketAddress, length: Int(address.pointee.addrlen))
        guard transfer.isTrusted || target?.isPublic == true else {
            transfer.isForbidden = true
            return CURL_SOCKET_BAD
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
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
