import Foundation
import Testing

@testable import HTTP

/// RFC 7578 and RFC 2046, 5.1: multipart forms.
@Suite struct MultipartTests {
    static let type = "multipart/form-data; boundary=xyz"

    static func part(_ headers: String, _ data: String) -> String { "--xyz\r\n\(headers)\r\n\r\n\(data)\r\n" }
    static func field(_ name: String, _ value: String) -> String {
        part("Content-Disposition: form-data; name=\"\(name)\"", value)
    }
    static func file(_ name: String, _ data: String) -> String {
        part("Content-Disposition: form-data; name=\"f\"; filename=\"\(name)\"\r\nContent-Type: image/png", data)
    }

    /// Parses a form in pieces of `piece` bytes; returns the content of its files.
    static func read(
        _ body: String, type: String = type, piece: Int = 1 << 20
    ) throws(FormError) -> (form: FormFields, data: [String]) {
        var form = try MultipartForm(type: ContentType(type), directory: "/nowhere", limits: Limits())
        var data: [[UInt8]] = []
        let bytes = Array(body.utf8)
        var index = 0
        while index < bytes.count {
            let end = min(index + piece, bytes.count)
            try Array(bytes[index..<end]).withRawBytes { raw throws(FormError) in
                try form.feed(raw, firstFile: { _ in .store }) { step in
                    switch step {
                    case .begin: data.append([])
                    case .write(let bytes): data[data.count - 1].append(contentsOf: bytes)
                    case .end: break
                    }
                }
            }
            index = end
        }
        return (form: try form.finish(), data: data.map { String(decoding: $0, as: UTF8.self) })
    }

    static func isRefused(_ body: String, type: String = type) -> Bool {
        for piece in [1 << 20, 1, 7] {
            do {
                _ = try read(body, type: type, piece: piece)
                return false
            } catch {}
        }
        return true
    }

    @Test("RFC 7578 4: fields and files are read in pieces of every size")
    func pieces() throws {
        let tricky = "\r\n--xy\r\n-\r\n--\r\r\n--xyZ"
        let body =
            "preamble\r\n" + MultipartTests.field("a", "1") + MultipartTests.field("b", "")
            + MultipartTests.file("p.png", tricky) + MultipartTests.file("", "") + MultipartTests.field("a", "2")
            + "--xyz--\r\nepilogue"
        for piece in 1...body.utf8.count {
            let (form, data) = try MultipartTests.read(body, piece: piece)
            #expect(form.all("a") == ["1", "2"])
            #expect(form["b"] == "")
            #expect(form.files.map(\.fileName) == ["p.png"])
            #expect(form.file("f")?.byteCount == tricky.utf8.count)
            #expect(form.file("f")?.contentType == "image/png")
            #expect(data == [tricky])
        }
    }

    @Test("WHATWG HTML 4.10.22.4: an empty file input does not count as a file", arguments: [1 << 20, 1, 7])
    func emptyInputs(_ piece: Int) throws {
        func asked(_ file: String) throws -> [[String]] {
            var form = try MultipartForm(
                type: ContentType(MultipartTests.type), directory: "/nowhere", limits: Limits())
            var asked: [[String]] = []
            let body = MultipartTests.field("a", "1") + file + MultipartTests.field("b", "2") + "--xyz--\r\n"
            let bytes = Array(body.utf8)
            for start in stride(from: 0, to: bytes.count, by: piece) where asked.isEmpty {
                let firstFile = { (fields: FormFields) in
                    asked.append(fields.values.map(\.name))
                    return FilePlan.refuse(.text("no"))
                }
                try Array(bytes[start..<min(start + piece, bytes.count)]).withRawBytes { raw throws(FormError) in
                    try form.feed(raw, firstFile: firstFile) { _ in Issue.record("unexpected write") }
                }
            }
            return asked
        }
        #expect(try asked(MultipartTests.file("", "")) == [])
        #expect(try asked(MultipartTests.file("", "x")) == [["a"]])
        #expect(try asked(MultipartTests.file("p.png", "")) == [["a"]])
        #expect(try asked(MultipartTests.file("p.png", "x")) == [["a"]])
    }

    @Test(
        "RFC 2046 5.1.1: invalid boundaries are refused",
        arguments: [
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"xyz",
            "multipart/form-data; boundary=(.*)+?[a", "multipart/form-data; boundary=xyz; boundary=zzz",
            "multipart/form-data; boundary=\"a \"", "multipart/form-data;;;=;boundary",
            "multipart/form-data; boundary=\u{FF}",
            "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
        ])
    func boundaries(_ type: String) { #expect(MultipartTests.isRefused("--xyz--", type: type)) }

    @Test("RFC 2046 5.1.1: a boundary may be quoted")
    func quoted() throws {
        let form = try MultipartTests.read(
            MultipartTests.field("a", "1") + "--xyz--", type: "Multipart/Form-Data; BOUNDARY=\"xyz\"; charset=utf-8"
        ).form
        #expect(form["a"] == "1")
    }

    @Test(
        "RFC 7578 4: broken and incomplete bodies are refused",
        arguments: [
            "", "--xyz", "--xyz\r\n", field("a", "1"), field("a", "1") + "--xyz-", "--xyzz--\r\n", "garbage",
            String(repeating: "\r\n", count: 1_000), "--xyz\r\nContent-Disposition: form-data; na",
            "--xyz\nContent-Disposition: form-data; name=\"a\"\n\n1\n--xyz--\n",
            "--xyz\rContent-Disposition: form-data; name=\"a\"\r\r1\r--xyz--\r",
            String(repeating: "p", count: 100_000) + "\r\n" + field("a", "1") + "--xyz--",
            "--xyz\r\n\r\ndata\r\n--xyz--", part("Content-Type: image/png", "x") + "--xyz--",
            part("Content-Disposition: form-data; filename=\"a\"", "x") + "--xyz--",
            part("Content-Disposition: attachment; name=\"a\"", "x") + "--xyz--",
            part("Content-Disposition: form-data; name=\"a\"; name=\"b\"", "x") + "--xyz--",
            part("Content-Disposition: form-data; name=\"a", "x") + "--xyz--",
            part("Content-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"", "x")
                + "--xyz--",
            part("Content-Disposition: form-data;\r\n name=\"a\"", "x") + "--xyz--",
            part("Content-Disposition: form-data; name=\"a\"\r\ngarbage line", "x") + "--xyz--",
            part("Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64", "x") + "--xyz--",
            field("a", "x\u{00}y") + "--xyz--",
        ])
    func broken(_ body: String) { #expect(MultipartTests.isRefused(body)) }

    @Test("Too many parts, too long part headers and too long values are refused")
    func limits() {
        let many = (0...100).map { MultipartTests.field("f\($0)", "x") }.joined()
        #expect(MultipartTests.isRefused(many + "--xyz--"))
        let long = String(repeating: "h", count: 20_000)
        #expect(MultipartTests.isRefused(MultipartTests.part("X: \(long)", "x") + "--xyz--"))
        #expect(MultipartTests.isRefused("--xyz\r\n" + String(repeating: "X", count: 20_000)))
        #expect(MultipartTests.isRefused(MultipartTests.field("a", String(repeating: "c", count: 70_000)) + "--xyz--"))
    }

    @Test("Data that resembles boundaries is read unchanged")
    func floods() throws {
        for unit in ["\r\n--xy", "\r\n--", "\r", "\r\r\n"] {
            let data = String(repeating: unit, count: 200_000)
            #expect(try MultipartTests.read(MultipartTests.file("a", data) + "--xyz--", piece: 65_536).data == [data])
        }
    }

    @Test(
        "RFC 7578 4.2: file names are never paths",
        arguments: [
            ("../../../tmp/a.png", "a.png"), ("/tmp/a.png", "a.png"), ("C:\\\\dir\\\\a.png", "a.png"), ("..", ""),
            (".", ""),
            ("a\u{202E}gnp.exe", "agnp.exe"), ("a%22b.png", "a\"b.png"), ("..%2f..%2fa.png", "..%2f..%2fa.png"),
            ("a\\\"b.png", "a\"b.png"), ("-rf", "-rf"), ("....//a", "a"),
        ])
    func fileNames(_ given: String, _ expected: String) throws {
        let form = try MultipartTests.read(MultipartTests.file(given, "x") + "--xyz--").form
        #expect(form.files.first?.fileName == expected)
    }

    @Test("File names are at most 255 bytes of whole characters")
    func longNames() {
        #expect(FileName.clean(String(repeating: "a", count: 10_000)).utf8.count == 255)
        #expect(FileName.clean(String(repeating: "\u{1F30D}", count: 255)).utf8.count == 252)
    }

    @Test("RFC 7578 4.2: a part with filename* is a file without a name")
    func extendedName() throws {
        let head = "Content-Disposition: form-data; name=\"f\"; filename*=UTF-8''..%2Fe.png"
        let form = try MultipartTests.read(MultipartTests.part(head, "x") + "--xyz--").form
        #expect(form.files.first?.fileName == "")
        #expect(form.values.isEmpty)
    }

    @Test("Files are deleted with their request unless they are kept")
    func temporaryFiles() throws {
        try withFolder { folder in
            let body = MultipartTests.file("a.png", "content") + "--xyz--"
            let headers = Headers([("Content-Type", MultipartTests.type)])
            var request: Request? = try Request(
                method: .post, target: "/", headers: headers, body: .bytes(Array(body.utf8)))
            var form: FormFields? = try request?.form()
            let path = try #require(form?.file("f")?.file.path)
            #expect(FileManager.default.contents(atPath: path) == Data("content".utf8))
            form = nil
            request = nil
            #expect(!FileManager.default.fileExists(atPath: path))
            let fresh = TemporaryFile.freshPath(in: folder)
            _ = try TemporaryFile.create(at: fresh)
            try TemporaryFile(path: fresh, byteCount: 0).keep(at: folder + "/kept")
            #expect(FileManager.default.fileExists(atPath: folder + "/kept"))
        }
    }
}
