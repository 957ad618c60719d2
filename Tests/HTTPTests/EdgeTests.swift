import Foundation
import TestTools
import Testing

@testable import HTTP

/// Every limit at its edge: exactly the limit is accepted, one more is refused.
@Suite(.serialized, .timeLimit(.minutes(30))) struct EdgeTests {
    private func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// The statuses for a head that arrives in two pieces, split at each offset in `cuts`.
    private func statusInPieces(_ head: String, cuts: Range<Int>) -> Set<Int> {
        let bytes = Array(head.utf8)
        var seen: Set<Int> = []
        for cut in cuts {
            var scan = HeadScan()
            for count in [cut, bytes.count] {
                let outcome = bytes[..<count].withUnsafeBytes { scan.advance($0, limits: Limits()) }
                switch outcome {
                case .more: continue
                case .complete: seen.insert(200)
                case .refused(let refusal): seen.insert(refusal.status.rawValue)
                }
                break
            }
        }
        return seen
    }

    @Test("RFC 9112 3: a request line of 8,192 bytes is accepted, one more is not, however it is split")
    func requestLine() {
        let around = "GET / HTTP/1.1".utf8.count
        for (length, expected) in [(8_000, 200), (8_192, 200), (8_193, 414)] {
            let head = get("/" + text(length - around))
            #expect(head.prefix { $0 != "\r\n" }.utf8.count == length)
            #expect(status(head) == expected, "\(length)")
            #expect(statusInPieces(head, cuts: length - 2..<length + 3) == [expected], "\(length)")
        }
    }

    @Test("RFC 6585 5: 32 KiB of field lines are accepted, one byte more is not, however they are split")
    func headerBytes() {
        let start = "GET / HTTP/1.1\r\n"
        for (length, expected) in [(32_768, 200), (32_769, 431)] {
            let fields = "Host: a\r\nX: " + text(length - "Host: a\r\nX: \r\n".utf8.count) + "\r\n"
            #expect(fields.utf8.count == length)
            #expect(status(start + fields + "\r\n") == expected, "\(length)")
            let end = start.utf8.count + length
            #expect(statusInPieces(start + fields + "\r\n", cuts: end - 3..<end + 2) == [expected], "\(length)")
        }
    }

    @Test("RFC 6585 5: 100 field lines are accepted, 101 are not")
    func headerFields() {
        for (count, expected) in [(100, 200), (101, 431)] {
            #expect(status(get("/", String(repeating: "X: y\r\n", count: count - 1))) == expected)
        }
    }

    @Test("RFC 9110 15.5.14: a body of the limit is accepted, one byte more gets 413, with Content-Length or chunked")
    func body() throws {
        var handler = echo
        handler.planned = { _ in .pooled(bodyLimit: 5_000) }
        func chunked(_ pieces: [Int]) -> String {
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + pieces.map { "\(String($0, radix: 16))\r\n\(text($0))\r\n" }.joined() + "0\r\n\r\n"
        }
        try withServer(handler) { port in
            #expect(ask(port, post("/", body: text(5_000)))?.text == "5000")
            #expect(ask(port, chunked([5_000]))?.text == "5000")
            #expect(ask(port, chunked([4_999, 1]))?.text == "5000")
            #expect(ask(port, post("/", body: text(5_001)))?.status == 413)
            #expect(ask(port, chunked([5_001]))?.status == 413)
            #expect(ask(port, chunked([5_000, 1]))?.status == 413)
        }
    }

    @Test("A body of 64 KiB stays in memory, one byte more goes to a file")
    func memory() throws {
        try withServer(echo) { port in
            #expect(ask(port, post("/", body: text(65_536)))?.text == "65536")
            #expect(ask(port, post("/", body: text(65_537)))?.text == "file 65537")
        }
    }

    @Test("RFC 9112 9.3: an unwanted body of the limit keeps the connection, one byte more closes it")
    func drained() throws {
        var handler = echo
        handler.planned = { _ in .immediate }
        handler.answer = { _ in .text("ok") }
        func chunked(_ size: Int) -> String {
            let around = "3dc\r\n\r\n0\r\n\r\n".utf8.count
            let data = "\(String(size - around, radix: 16))\r\n\(text(size - around))\r\n0\r\n\r\n"
            return "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(data)"
        }
        try withServer(handler, configuration: settings { $0.limits.drainBytes = 1_000 }) { port in
            for request in [post("/", body: text(1_000)), chunked(1_000)] {
                let kept = Client(port).send(request + get("/"))
                #expect(kept.reply()?.status == 200)
                #expect(kept.reply()?.status == 200)
            }
            for request in [post("/", body: text(1_001)), chunked(1_001)] {
                let ended = Client(port).send(request + get("/"))
                #expect(ended.reply()?.status == 200)
                #expect(ended.reply() == nil)
            }
        }
    }

    @Test("RFC 9112 7.1.1, 7.1.2: chunk-size lines of 256 bytes and trailers of 8 KiB are accepted, larger are not")
    func chunks() {
        for (length, passes) in [(256, true), (257, false)] {
            let body = "1;" + text(length - 2) + "\r\na\r\n0\r\n\r\n"
            #expect((ChunkedTests.decode(body) != nil) == passes, "\(length)")
        }
        for (length, passes) in [(8_192, true), (8_193, false)] {
            let body = "0\r\nX: " + text(length - "X: \r\n\r\n".utf8.count) + "\r\n\r\n"
            #expect((ChunkedTests.decode(body) != nil) == passes, "\(length)")
        }
        #expect(ChunkedTests.decode("000000000000001\r\na\r\n0\r\n\r\n") != nil)
        #expect(ChunkedTests.decode("0000000000000001\r\na\r\n0\r\n\r\n") == nil)
    }

    @Test("RFC 7578: 100 parts, part headers of 16 KiB and fields of 64 KiB are accepted, one more is not")
    func multipart() {
        func isRead(_ parts: String) -> Bool { !MultipartTests.isRefused(parts + "--xyz--") }
        func parts(_ count: Int) -> String { (0..<count).map { MultipartTests.field("f\($0)", "x") }.joined() }
        #expect(isRead(parts(100)))
        #expect(!isRead(parts(101)))
        let named = "Content-Disposition: form-data; name=\"a\"\r\nX: "
        // The CRLF before the headers and the empty line after them count too.
        let rest = 16_384 - named.utf8.count - "\r\n\r\n\r\n".utf8.count
        #expect(isRead(MultipartTests.part(named + text(rest), "x")))
        #expect(!isRead(MultipartTests.part(named + text(rest + 1), "x")))
        #expect(isRead(MultipartTests.field("a", text(65_536))))
        #expect(!isRead(MultipartTests.field("a", text(65_537))))
        let longest = "multipart/form-data; boundary=" + String(repeating: "b", count: 70)
        #expect(!MultipartTests.isRefused("--" + String(repeating: "b", count: 70) + "--", type: longest))
    }

    @Test("WHATWG URL 5.1: 1,000 fields and values of 64 KiB are accepted, one more is not")
    func form() {
        func isRead(_ form: String) -> Bool { (try? FormFields.urlEncoded(Array(form.utf8))) != nil }
        #expect(isRead(String(repeating: "k=v&", count: 1_000)))
        #expect(!isRead(String(repeating: "k=v&", count: 1_001)))
        #expect(isRead("a=" + text(65_536)))
        #expect(!isRead("a=" + text(65_537)))
        #expect(isRead("a=" + String(repeating: "%61", count: 65_536)))
        #expect(!isRead("a=" + String(repeating: "%61", count: 65_537)))
    }

    @Test("RFC 9110 8.4: a text of 1 KiB is compressed, one byte less is not")
    func compression() throws {
        var handler = echo
        handler.answer = { request in .text(String(repeating: "a", count: Int(request.head.path.dropFirst()) ?? 0)) }
        try withServer(handler) { port in
            let accepted = "Accept-Encoding: gzip\r\n"
            #expect(ask(port, get("/1024", accepted))?.headers["content-encoding"] == "gzip")
            #expect(ask(port, get("/1023", accepted))?.headers["content-encoding"] == nil)
        }
    }

    @Test("An event stream keeps a full buffer and closes at one byte more")
    func streamBuffer() {
        for (length, isKept) in [(1_000, true), (1_001, false)] {
            let stream = EventStream()
            stream.attach(limit: 1_000) {}
            stream.send(data: text(500 - "data: \n\n".utf8.count))
            stream.send(data: text(length - 500 - "data: \n\n".utf8.count))
            #expect(stream.isClosed == !isKept)
            #expect(stream.take().isOverrun == !isKept)
        }
    }
}
