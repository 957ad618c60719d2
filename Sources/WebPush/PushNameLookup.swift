import Curl
import Foundation
import Synchronization

/// Looks up where the name of a push service leads, before its address is kept. Thread-safe.
///
/// This refuses early and says so to the person. What protects the host's network is the check at every connection.
public final class PushNameLookup: Sendable {
    private let patience: Double
    private let resolve: @Sendable (String) -> [NetworkAddress]
    /// A resolver may hang for longer than anybody waits for it, so its threads are counted until they end.
    private let running = Mutex(0)

    private static let maximumRunning = 4

    /// Asks the system's resolver and waits 3 s for it at most.
    public convenience init() { self.init(patience: 3, resolve: PushNameLookup.addresses) }

    /// - Parameters:
    ///   - patience: seconds.
    ///   - resolve: the addresses of a name; none when it has none.
    init(patience: Double, resolve: @escaping @Sendable (String) -> [NetworkAddress]) {
        self.patience = patience
        self.resolve = resolve
    }

    /// Whether any address of the endpoint's host is not public. Never for a service that the host of the site named.
    ///
    /// A name that does not resolve, or not in time, is not forbidden: delivery checks the address again. Blocks.
    public func isForbidden(_ endpoint: CheckedURL) -> Bool {
        guard !endpoint.isTrusted, case .name(let name) = endpoint.authority.host, begin() else { return false }
        let answer = Answer()
        let thread = Thread { [self] in
            let addresses = resolve(name)
            answer.isForbidden.store(addresses.contains { !$0.isPublic }, ordering: .releasing)
            running.withLock { $0 -= 1 }
            answer.isThere.signal()
        }
        thread.start()
        return answer.isThere.wait(timeout: .now() + patience) == .success
            && answer.isForbidden.load(ordering: .acquiring)
    }

    private func begin() -> Bool {
        running.withLock { running in
            if running < PushNameLookup.maximumRunning { running += 1 } else { return false }
            return true
        }
    }

    private final class Answer: Sendable {
        let isForbidden = Atomic(false)
        let isThere = DispatchSemaphore(value: 0)
    }

    static func addresses(of name: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            entry.flatMap { entry in
                entry.pointee.ai_addr.flatMap { NetworkAddress($0, length: Int(entry.pointee.ai_addrlen)) }
            }
        }
    }
}
