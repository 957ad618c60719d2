import Foundation

/// Collects the fields of a multipart form. The caller writes its files.
struct MultipartForm {
    /// What the caller has to do on disk, in order.
    enum FileStep {
        case begin(TemporaryFile)
        case write([UInt8])
        case end
    }

    private(set) var fields = FormFields()
    private var parser: MultipartParser
    private var part: PartHead?
    private var value: [UInt8] = []
    private var file: TemporaryFile?
    private let directory: String
    private let limits: Limits

    init(type: ContentType, directory: String, limits: Limits) throws(FormError) {
        parser = try MultipartParser(contentType: type, limits: limits)
        self.directory = directory
        self.limits = limits
    }

    /// Parses more of the body. Calls `firstFile` with the fields so far when the first file begins; a refusal stops.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer, firstFile: (FormFields) -> FilePlan, step: (FileStep) -> Void
    ) throws(FormError) {
        var parser = self.parser
        defer { self.parser = parser }
        try parser.feed(bytes) { event throws(FormError) in
            switch event {
            case .part(let head): return begin(head, firstFile: firstFile, step: step)
            case .data(let data): return try take(data, firstFile: firstFile, step: step)
            case .partEnd:
                try end(step)
                return true
            }
        }
    }

    /// - Throws: `FormError.malformed` when the form is incomplete.
    func finish() throws(FormError) -> FormFields {
        try parser.finish()
        return fields
    }

    /// What happens to its files; nil before the first one.
    private var filePlan: FilePlan?

    private mutating func begin(
        _ head: PartHead, firstFile: (FormFields) -> FilePlan, step: (FileStep) -> Void
    ) -> Bool {
        part = head
        value = []
        file = nil
        // Browsers send an empty file input as a part without file name and bytes (WHATWG HTML, 4.10.22.4). So a part
        // without file name is a file only if bytes follow.
        guard let name = head.fileName, !name.isEmpty else { return true }
        return beginFile(firstFile, step)
    }

    /// False if the form is refused.
    private mutating func beginFile(_ firstFile: (FormFields) -> FilePlan, _ step: (FileStep) -> Void) -> Bool {
        let plan = filePlan ?? firstFile(fields)
        filePlan = plan
        switch plan {
        case .refuse: return false
        case .skip: return true
        case .store: break
        }
        let fresh = TemporaryFile(path: TemporaryFile.freshPath(in: directory), byteCount: 0)
        file = fresh
        step(.begin(fresh))
        return true
    }

    private mutating func take(
        _ data: UnsafeRawBufferPointer, firstFile: (FormFields) -> FilePlan, step: (FileStep) -> Void
    ) throws(FormError) -> Bool {
        if part?.fileName == nil {
            if value.count + data.count > limits.formFieldBytes { throw .tooLarge("field too long") }
            value.append(contentsOf: data)
            return true
        }
        if file == nil && !beginFile(firstFile, step) { return false }
        guard let file else { return true }
        file.grow(by: data.count)
        step(.write([UInt8](data)))
        return true
    }

    private mutating func end(_ step: (FileStep) -> Void) throws(FormError) {
        guard let part else { return }
        if let file {
            step(.end)
            fields.files.append(
                UploadedFile(
                    fieldName: part.name, fileName: part.fileName ?? "", contentType: part.contentType, file: file))
        } else if part.fileName == nil {
            if value.contains(0) { throw .malformed("NUL in a field") }
            fields.values.append((name: part.name, value: String(decoding: value, as: UTF8.self)))
        }
        self.part = nil
        file = nil
        value = []
    }

    /// Parses a whole form and writes its files on this thread; for requests made without a socket.
    static func read(_ bytes: [UInt8], type: ContentType, limits: Limits) throws(FormError) -> FormFields {
        let directory = FileManager.default.temporaryDirectory.path
        var form = try MultipartForm(type: type, directory: directory, limits: limits)
        var descriptor: Descriptor?
        var failure: String?
        try bytes.withRawBytes { raw throws(FormError) in
            try form.feed(raw, firstFile: { _ in .store }) { step in
                do {
                    switch step {
                    case .begin(let file): descriptor = try TemporaryFile.create(at: file.path)
                    case .write(let data): try data.withUnsafeBytes { try descriptor?.write($0) }
                    case .end: descriptor = nil
                    }
                } catch { failure = "\(error)" }
            }
        }
        if let failure { throw .storage(failure) }
        return try form.finish()
    }
}
