/// The header section of one part of a form (RFC 7578, 4.2).
struct PartHead: Equatable {
    /// The field's name.
    let name: String
    /// The cleaned file name; nil when the part is a plain field.
    let fileName: String?
    /// The part's Content-Type; empty without one.
    let contentType: String

    /// Parses lines that each end with CRLF.
    ///
    /// - Throws: `FormError.malformed` unless there is exactly one `form-data` disposition with a name, and for bare line
    ///   ends, folded lines, control characters and transfer encodings that need decoding (RFC 7578, 4.7).
    init(_ bytes: UnsafeRawBufferPointer) throws(FormError) {
        var disposition: String?
        var type = ""
        var index = 0
        while index < bytes.count {
            let line = try PartHead.line(bytes, &index)
            switch line.name {
            case "content-disposition":
                guard disposition == nil else { throw .malformed("repeated Content-Disposition") }
                disposition = line.value
            case "content-type": type = line.value
            case "content-transfer-encoding":
                guard ["binary", "7bit", "8bit"].contains(line.value.lowercased()) else {
                    throw .malformed("encoded part")
                }
            default: break
            }
        }
        guard let disposition else { throw .malformed("part without Content-Disposition") }
        let parsed = ContentType(disposition)
        let names = parsed.parameters.filter { $0.name == "name" }
        let files = parsed.parameters.filter { $0.name == "filename" }
        guard parsed.essence == "form-data", names.count == 1, files.count <= 1 else {
            throw .malformed("bad Content-Disposition")
        }
        name = PartHead.unescaped(names[0].value)
        contentType = type
        if let file = files.first {
            fileName = FileName.clean(PartHead.unescaped(file.value))
        } else {
            // RFC 7578, 4.2 forbids filename*; such a part is still a file, without a name.
            fileName = parsed.parameters.contains { $0.name == "filename*" } ? "" : nil
        }
    }

    private static func line(
        _ bytes: UnsafeRawBufferPointer, _ index: inout Int
    ) throws(FormError) -> (name: String, value: String) {
        let start = index
        while isToken(bytes[index]) { index += 1 }
        guard index > start, bytes[index] == Byte.colon else { throw .malformed("bad part header") }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        let valueStart = index + 1
        while bytes[index] != Byte.carriageReturn {
            guard isFieldByte(bytes[index]) else { throw .malformed("control character in a part header") }
            index += 1
        }
        guard bytes[index + 1] == Byte.lineFeed else { throw .malformed("bare CR in a part header") }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: bytes[valueStart..<index]))
        index += 2
        return (name: name, value: String(decoding: value, as: UTF8.self))
    }

    /// Browsers send a quote in a name as %22 (WHATWG HTML, 4.10.22.7); nothing else is unescaped.
    private static func unescaped(_ text: String) -> String {
        text.contains("%22") ? text.replacing("%22", with: "\"") : text
    }
}
