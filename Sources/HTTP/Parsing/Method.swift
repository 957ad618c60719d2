/// The request methods this server knows (RFC 9110, 9.3). Any other method is answered with 501.
public enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Parses a method from its bytes on the wire; methods are case-sensitive (RFC 9110, 9.1).
    init?(bytes: UnsafeRawBufferPointer) {
        func matches(_ text: StaticString) -> Bool {
            text.utf8CodeUnitCount == bytes.count
                && memoryEqual(left: bytes.baseAddress!, right: text.utf8Start, count: bytes.count)
        }
        switch bytes.count {
        case 3 where matches("GET"): self = .get
        case 3 where matches("PUT"): self = .put
        case 4 where matches("POST"): self = .post
        case 4 where matches("HEAD"): self = .head
        case 5 where matches("PATCH"): self = .patch
        case 6 where matches("DELETE"): self = .delete
        case 7 where matches("OPTIONS"): self = .options
        default: return nil
        }
    }
}
