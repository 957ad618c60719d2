/// Why an archive cannot be used.
public struct PMTilesError: Error, Sendable, Equatable {
    /// One clause for the host, such as "it is cut off".
    public let reason: String

    public init(_ reason: String) { self.reason = reason }
}
