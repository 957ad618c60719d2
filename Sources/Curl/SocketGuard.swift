import CCurl
import Foundation

/// Lets libcurl connect to public addresses only, unless the host of the site named the service.
///
/// The address is the one that is connected to, whatever its name led to before.
public final class SocketGuard {
    /// Whether an address was not connected to because it is not public.
    public private(set) var isForbidden = false
    private let isTrusted: Bool

    /// - Parameter isTrusted: whether every address is allowed.
    public init(isTrusted: Bool) { self.isTrusted = isTrusted }

    /// Needs to live until the transfer is over.
    public func observe(_ handle: CurlHandle) {
        handle.set(CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        handle.check(curl_set_open_socket_function(handle.pointer, SocketGuard.openSocket))
    }

    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context, let address, let socketAddress = curl_socket_address(address) else { return CURL_SOCKET_BAD }
        let guarded = Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue()
        let target = NetworkAddress(socketAddress, length: Int(address.pointee.addrlen))
        guard guarded.isTrusted || target?.isPublic == true else {
            guarded.isForbidden = true
            return CURL_SOCKET_BAD
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
    }
}
