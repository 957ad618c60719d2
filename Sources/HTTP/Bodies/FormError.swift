/// Why a form cannot be read.
public enum FormError: Error, Equatable, Sendable {
    /// The body does not have the format of its Content-Type: answer 400.
    case malformed(String)
    /// A field, the number of fields or the body exceeds its limit: answer 413.
    case tooLarge(String)
    /// The Content-Type is not a form: answer 415.
    case unsupportedType
    /// A file cannot be written or read: answer 507.
    case storage(String)

    /// The status to answer.
    public var status: Status {
        switch self {
        case .malformed: .badRequest
        case .tooLarge: .contentTooLarge
        case .unsupportedType: .unsupportedMediaType
        case .storage: .insufficientStorage
        }
    }
}
