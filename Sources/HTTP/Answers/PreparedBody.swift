enum PreparedBody: Sendable {
    case empty
    case bytes([UInt8])
    /// nil for the descriptor when the request was HEAD.
    case file(Descriptor?, offset: Int, count: Int)
    case stream(EventStream)
}
