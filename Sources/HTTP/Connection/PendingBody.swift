/// The part of a body that is not written yet.
enum PendingBody {
    case none
    case bytes([UInt8], offset: Int)
    case file(Descriptor, offset: Int, end: Int)
}
