import Foundation
import Testing

@testable import HTTP

/// Bodies and header fields of answers, over real sockets.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AnswerTests {
    @Test("Files are sent whole; a missing file gets 404, a file that is too short closes the connection")
    func files() throws {
        try withFolder { folder in
            let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try data.write(to: URL(fileURLWithPath: folder + "/a"))
            let handler = TestHandler { request in
                let count = request.head.path == "/long" ? 4_000_000 : 3_000_000
                let path = folder + (request.head.path == "/gone" ? "/b" : "/a")
                return Response(body: .file(path: path, offset: 0, count: count))
            }
            try withServer(handler) { port in
                let client = Client(port).send(get("/") + get("/gone") + get("/"))
                #expect(client.reply()?.body == Array(data))
                #expect(client.reply()?.status == 404)
                #expect(client.reply()?.body == Array(data))
                #expect(ask(port, get("/long")) == nil)
            }
        }
    }

    @Test("RFC 9110 8.4: pages are compressed for clients that accept gzip, with Vary for all")
    func compressedPages() throws {
        let page = String(repeating: "<p>hello</p>", count: 500)
        let handler = TestHandler { request in
            request.head.path == "/short"
                ? .html("short")
                : request.head.path == "/image" ? Response(body: .bytes(Array(page.utf8))) : .html(page)
        }
        try withServer(handler) { port in
            let packed = ask(port, get("/", "Accept-Encoding: gzip\r\n"))
            #expect(packed?.headers["content-encoding"] == "gzip")
            #expect(packed?.headers["vary"] == "Accept-Encoding")
            #expect(packed?.body.starts(with: [0x1F, 0x8B]) == true)
            let plain = ask(port, get("/"))
            #expect(plain?.text == page)
            #expect(plain?.headers["vary"] == "Accept-Encoding")
            #expect(ask(port, get("/short", "Accept-Encoding: gzip\r\n"))?.text == "short")
            #expect(ask(port, get("/image", "Accept-Encoding: gzip\r\n"))?.text == page)
            let head = ask(port, "HEAD / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n", toHead: true)
            #expect(head?.headers["content-length"] == packed?.headers["content-length"])
        }
    }

    @Test("Every answer has the security headers, errors included, unless it sets them itself")
    func securityHeaders() throws {
        let handler = TestHandler { request in
            request.head.path == "/own" ? Response(headers: Headers([("x-frame-options", "SAMEORIGIN")])) : .text("")
        }
        try withServer(
            handler,
            configuration: settings {
                $0.securityHeaders = Headers([("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY")])
                $0.errorBody = { .html("<h1>\($0.rawValue)</h1>") }
            }
        ) { port in
            #expect(ask(port, get("/"))?.headers["x-frame-options"] == "DENY")
            #expect(ask(port, get("/own"))?.headers.all("x-frame-options") == ["SAMEORIGIN"])
            #expect(ask(port, get("/own"))?.headers["x-content-type-options"] == "nosniff")
            let error = ask(port, "nonsense\r\n\r\n")
            #expect(error?.status == 400)
            #expect(error?.text == "<h1>400</h1>")
            #expect(error?.headers["x-frame-options"] == "DENY")
            #expect(error?.headers["server"] == nil)
            #expect(error?.headers["date"] != nil)
        }
    }
}
