/// Why a form could not be read.
public enum FormError: Error, Equatable, Sendable {
    /// The body is not what its Content-Type says: answer 400.
    case malformed(String)
    /// A field, the number of fields or the body is past its limit: answer 413.
    case tooLarge(String)
    /// The Content-Type is no form: answer 415.
    case unsupportedType
    /// A file could not be written: answer 507.
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
