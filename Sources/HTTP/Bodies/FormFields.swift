/// The fields and files of a form, in the order of the request.
public struct FormFields: Sendable {
    /// All fields that are not files; a name may occur more than once.
    public var values: [(name: String, value: String)]
    /// All files. An empty file input adds none.
    public var files: [UploadedFile]

    /// Makes form fields, for tests and for handlers that build forms.
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

    /// Decodes `application/x-www-form-urlencoded` (WHATWG URL, 5.1): "+" is a space, escapes are UTF-8.
    ///
    /// - Parameter keepsBrokenEscapes: broken escapes and an escaped NUL stay as they are, as in a query.
    /// - Throws: `FormError.malformed` for a NUL and, unless they are kept, for broken escapes; `FormError.tooLarge` above
    ///   the limits on fields. Bytes that are not UTF-8 are replaced.
    public static func urlEncoded(
        _ bytes: some Sequence<UInt8>, keepsBrokenEscapes: Bool = false, limits: Limits = Limits()
    ) throws(FormError) -> FormFields {
        try Array(bytes).withRawBytes { raw throws(FormError) in
            try URLEncoded.fields(raw, keepsBrokenEscapes: keepsBrokenEscapes, limits: limits)
        }
    }
}
