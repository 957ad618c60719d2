enum PreparedBody: Sendable {
    case empty
    case bytes([UInt8])
    /// The descriptor is nil when the request is HEAD.
    case file(Descriptor?, offset: Int, count: Int)
    case stream(EventStream)
}
