/// The rest of a body that did not fit into the first write.
enum PendingBody {
    case none
    case bytes([UInt8], offset: Int)
    case file(Descriptor, offset: Int, end: Int)
}
