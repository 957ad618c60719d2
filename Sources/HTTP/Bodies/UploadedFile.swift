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
