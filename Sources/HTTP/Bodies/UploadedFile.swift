/// A file of a multipart form, on disk.
public struct UploadedFile: Sendable {
    /// The name of the form's input.
    public let fieldName: String
    /// The last path component of the client's file name: at most 255 bytes of UTF-8 without control characters; may be
    /// empty. Only for display: never use it as a path.
    public let fileName: String
    /// The type that the client sends. Do not trust it.
    public let contentType: String
    /// The content.
    public let file: TemporaryFile

    /// Makes an uploaded file, also for tests.
    public init(fieldName: String, fileName: String, contentType: String, file: TemporaryFile) {
        self.fieldName = fieldName
        self.fileName = fileName
        self.contentType = contentType
        self.file = file
    }

    /// The size of the file.
    public var byteCount: Int { file.byteCount }
}
