import CFuzzer
import Foundation

@testable import HTTP

/// The parser to fuzz, from the environment variable HTTP_FUZZ.
enum Target: String, CaseIterable {
    case head, chunked, multipart, cookie, range, form
    case position, cursor, contacts, image, song, tile, archive, search, areas, playlist, phone

    static let chosen: Target = {
        let name = ProcessInfo.processInfo.environment["HTTP_FUZZ"] ?? "head"
        guard let target = Target(rawValue: name) else {
            print("HTTP_FUZZ must be one of", Target.allCases.map(\.rawValue))
            exit(2)
        }
        return target
    }()
}

/// libFuzzer calls this with every input. A trap or a failed precondition is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch Target.chosen {
    case .head: fuzzHead(bytes)
    case .chunked: fuzzChunked(bytes)
    case .multipart: fuzzMultipart(bytes)
    case .cookie: fuzzCookie(bytes)
    case .range: fuzzRange(bytes)
    case .form: fuzzForm(bytes)
    case .position: fuzzPosition(bytes)
    case .cursor: fuzzCursor(bytes)
    case .contacts: fuzzContacts(bytes)
    case .image: fuzzImage(bytes)
    case .song: fuzzSong(bytes)
    case .tile: fuzzTile(bytes)
    case .archive: fuzzArchive(bytes)
    case .search: fuzzSearch(bytes)
    case .areas: fuzzAreas(bytes)
    case .playlist: fuzzPlaylist(bytes)
    case .phone: fuzzPhone(bytes)
    }
    return 0
}

@main enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments) { fuzz($0, $1) })
    }
}

/// A head has the same end and meaning whole and byte by byte.
func fuzzHead(_ bytes: [UInt8]) {
    let limits = Limits()
    bytes.withUnsafeBytes { raw in
        var whole = HeadScan()
        var pieces = HeadScan()
        var end: Int?
        if case .complete(let found) = whole.advance(raw, limits: limits) { end = found }
        for count in stride(from: 1, through: raw.count, by: 1) {
            switch pieces.advance(UnsafeRawBufferPointer(rebasing: raw[..<count]), limits: limits) {
            case .more: continue
            case .refused: precondition(end == nil || refuses(raw, pieces.start, end), "refused in pieces only")
            case .complete(let found): precondition(found == end, "different end in pieces")
            }
            break
        }
        guard let end else { return }
        let head = UnsafeRawBufferPointer(rebasing: raw[whole.start..<end])
        guard let parsed = try? HeadParser(head),
            let read = try? RequestHead(parsed, bytes: head, client: .loopback)
        else { return }
        precondition(read.path.hasPrefix("/") || read.path == "*", "path without a slash")
        precondition(!read.path.split(separator: "/").contains(".."), "dot segment")
        precondition(!read.path.utf8.contains(0), "NUL in the path")
        _ = (read.queryFields, read.target, read.headers.pairs, read.cookie("a"))
        _ = try? Forwarding(trusted: ["0.0.0.0/0"]).apply(read)
        _ = Gzip.isAccepted(by: read.headers)
    }
}

/// True when the head may be refused in pieces: a bad request line is refused before the head is complete.
private func refuses(_ raw: UnsafeRawBufferPointer, _ start: Int, _ end: Int?) -> Bool {
    guard let end else { return true }
    return (try? HeadParser(UnsafeRawBufferPointer(rebasing: raw[start..<end]))) == nil
}

/// The first byte is the size of the pieces, which must not change the result.
func fuzzChunked(_ bytes: [UInt8]) {
    func decode(_ piece: Int) -> [UInt8]? {
        var decoder = ChunkedDecoder(limits: Limits())
        var data: [UInt8] = []
        var index = 1
        while index < bytes.count, !decoder.isDone {
            let end = min(index + piece, bytes.count)
            let used = Array(bytes[index..<end]).withRawBytes { raw in
                try? decoder.decode(raw) {
                    data.append(contentsOf: $0)
                    return true
                }
            }
            guard let used else { return nil }
            index += used
        }
        return decoder.isDone ? data : nil
    }
    guard let first = bytes.first else { return }
    precondition(decode(bytes.count) == decode(Int(first) + 1), "pieces change the result")
}

func fuzzMultipart(_ bytes: [UInt8]) {
    func read(_ piece: Int) -> [String]? {
        let type = ContentType("multipart/form-data; boundary=xyz")
        guard var form = try? MultipartForm(type: type, directory: "/nowhere", limits: Limits()) else { return nil }
        var index = 1
        var size = 0
        while index < bytes.count {
            let end = min(index + piece, bytes.count)
            let isGood: Void? = try? Array(bytes[index..<end]).withRawBytes { raw throws(FormError) in
                try form.feed(raw, firstFile: { _ in .store }) { step in
                    if case .write(let data) = step { size += data.count }
                }
            }
            if isGood == nil { return nil }
            index = end
        }
        guard let fields = try? form.finish() else { return nil }
        precondition(size <= bytes.count, "more data than input")
        for file in fields.files {
            precondition(!file.fileName.contains("/") && file.fileName != ".." && file.fileName.utf8.count <= 255)
        }
        return fields.values.map { $0.name + "=" + $0.value } + fields.files.map { "\($0.fileName) \($0.byteCount)" }
    }
    guard let first = bytes.first else { return }
    precondition(read(bytes.count) == read(Int(first) + 1), "pieces change the result")
    _ = ContentType(String(decoding: bytes, as: UTF8.self))
}

func fuzzCookie(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let headers = Headers([("Cookie", text)])
    _ = (Cookies.value(of: "session", in: headers), Cookies.value(of: "", in: headers))
    _ = FileName.clean(text)
}

func fuzzRange(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for size in [0, 1, 1_000, Int.max] {
        if case .part(let bounds) = Conditions.parse(text, size: size) {
            precondition(bounds.lowerBound >= 0 && bounds.upperBound <= size && !bounds.isEmpty, "range outside")
        }
    }
    _ = (HTTPDate.parse(text), Conditions.matches(text, "\"a\""), ClientAddress(text), AddressBlock(text))
}

func fuzzForm(_ bytes: [UInt8]) {
    let strict = try? FormFields.urlEncoded(bytes)
    let lenient = try? FormFields.urlEncoded(bytes, keepsBrokenEscapes: true)
    let query = bytes.withUnsafeBytes { URLEncoded.query($0) }
    for field in [strict, lenient, query].compactMap({ $0 }).flatMap({ $0.values }) {
        precondition(!field.name.utf8.contains(0) && !field.value.utf8.contains(0), "NUL in a field")
    }
}
