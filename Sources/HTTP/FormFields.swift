/// The fields of a form, in the order they were sent, and its files.
public struct FormFields: Sendable {
    /// Every field that is not a file; a name may occur more than once.
    public var values: [(name: String, value: String)]
    /// Every file that was chosen; a file input left empty is not among them.
    public var files: [UploadedFile]

    /// Makes fields from values, for tests and for handlers that build forms of their own.
    public init(values: [(name: String, value: String)] = [], files: [UploadedFile] = []) {
        self.values = values
        self.files = files
    }

    /// The first value of a name, or nil.
    public subscript(_ name: String) -> String? { values.first { $0.name == name }?.value }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] { values.filter { $0.name == name }.map { $0.value } }

    /// The first file of a name, or nil.
    public func file(_ name: String) -> UploadedFile? { files.first { $0.fieldName == name } }

    /// Decodes `application/x-www-form-urlencoded` (WHATWG URL, 5.1): "+" is a space, escapes are bytes of UTF-8.
    ///
    /// - Throws: `FormError.malformed` for a broken escape or a NUL, `FormError.tooLarge` past the limits on fields.
    ///   Bytes that are not UTF-8 are replaced.
    public static func urlEncoded(_ bytes: some Sequence<UInt8>, limits: Limits = Limits()) throws(FormError)
        -> FormFields
    {
        try Array(bytes).withRawBytes { raw throws(FormError) in try URLEncoded.strict(raw, limits: limits) }
    }
}

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

/// A file of a multipart form, on disk.
public struct UploadedFile: Sendable {
    /// The name of the form's input.
    public let fieldName: String
    /// The last path component of the name that the client gave: UTF-8, at most 255 bytes, without controls; may be
    /// empty. For showing only: it is never a path.
    public let fileName: String
    /// What the client says the file is; not to be believed.
    public let contentType: String
    /// The bytes.
    public let file: TemporaryFile

    /// Describes a file, also for tests.
    public init(fieldName: String, fileName: String, contentType: String, file: TemporaryFile) {
        self.fieldName = fieldName
        self.fileName = fileName
        self.contentType = contentType
        self.file = file
    }

    /// The size of the file.
    public var byteCount: Int { file.byteCount }
}

/// Decoding of urlencoded text.
enum URLEncoded {
    static func strict(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(FormError) -> FormFields {
        var fields = FormFields()
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x26 { end += 1 }
            let pair = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            if pair.isEmpty { continue }
            if fields.values.count >= limits.formFields { throw .tooLarge("too many fields") }
            let equals = pair.firstIndex(of: Byte.equals) ?? pair.count
            let value = equals < pair.count ? UnsafeRawBufferPointer(rebasing: pair[(equals + 1)...]) : nil
            if value?.count ?? 0 > 3 * limits.formFieldBytes { throw .tooLarge("field too long") }
            let name = try decode(UnsafeRawBufferPointer(rebasing: pair[..<equals]))
            let text = if let value { try decode(value) } else { "" }
            if text.utf8.count > limits.formFieldBytes { throw .tooLarge("field too long") }
            fields.values.append((name: name, value: text))
        }
        return fields
    }

    /// The fields of a query: what cannot be decoded stays as it is, what is too much is left out.
    static func lenient(_ bytes: UnsafeRawBufferPointer) -> FormFields {
        var limits = Limits()
        limits.formFields = Int.max
        if let fields = try? strict(bytes, limits: limits) { return fields }
        var fields = FormFields()
        for pair in bytes.split(separator: 0x26) {
            let parts = pair.split(separator: Byte.equals, maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { part in
                let raw = UnsafeRawBufferPointer(rebasing: part)
                return (try? decode(raw)) ?? String(decoding: raw, as: UTF8.self)
            }
            fields.values.append((name: texts[0], value: texts.count > 1 ? texts[1] : ""))
        }
        return fields
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == Byte.percent {
                guard let value = PercentPath.escape(bytes, at: index) else { throw .malformed("bad percent-escape") }
                byte = value
                index += 2
            } else if byte == 0x2B {
                byte = Byte.space
            }
            if byte == 0 { throw .malformed("NUL in a field") }
            decoded.append(byte)
            index += 1
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
