import Foundation
import Testing

@testable import HTTP

/// Where one request ends and the next begins, over real sockets: ambiguous input must not become a second request.
@Suite(.serialized) struct FramingTests {
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(
        "RFC 9112 6.3, 11.2: ambiguous framing is refused and the connection closes",
        arguments: [
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 35\r\n\r\n" + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"
                + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 35\r\nContent-Length: 0\r\n\r\n" + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+3\r\na=1\r\n0\r\n\r\n" + smuggled,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=1XX\r\n0\r\n\r\n" + smuggled,
            "POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + smuggled,
            "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n Transfer-Encoding: chunked\r\n\r\n" + smuggled,
        ])
    func ambiguous(_ text: String) throws {
        try withServer(echo) { port in
            let client = Client(port).send(text)
            let reply = client.reply()
            #expect([400, 501].contains(reply?.status))
            #expect(reply?.headers["connection"] == "close")
            #expect(client.isEnded())
        }
    }

    @Test(
        "RFC 9110 9.3.2, RFC 9112 6.3: an unwanted body is read and discarded",
        arguments: [
            "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\nignored",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 35\r\n\r\n" + smuggled,
            "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n23\r\n" + smuggled
                + "\r\n0\r\nT: x\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        ])
    func unread(_ text: String) throws {
        var handler = echo
        handler.planned = { _ in .immediate }
        try withServer(handler) { port in
            let client = Client(port).send(text + get("/next"))
            #expect(client.reply(toHead: text.hasPrefix("HEAD"))?.status ?? 0 < 300)
            #expect(client.reply()?.text == "/next")
        }
    }

    @Test("RFC 9110 15.5.14: a body that is too large is refused before it is read; a huge one closes the connection")
    func tooLarge() throws {
        var handler = echo
        handler.planned = { _ in .pooled(bodyLimit: 10) }
        try withServer(handler) { port in
            let client = Client(port).send(post("/", body: "12345678901") + get("/next"))
            #expect(client.reply()?.status == 413)
            #expect(client.reply()?.text == "/next")
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\na")
            #expect(client.reply()?.status == 413)
            #expect(client.isEnded())
            let chunked =
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n6\r\n123456\r\n"
            #expect(ask(port, chunked)?.status == 413)
        }
    }

    @Test("RFC 9110 15.5.6: a refused body does not become the next request")
    func refused() throws {
        var handler = echo
        handler.planned = { head in
            head.method == .get ? .immediate : .refuse(.text("no", status: .methodNotAllowed))
        }
        try withServer(handler) { port in
            let client = Client(port).send(post("/", body: FramingTests.smuggled) + get("/next"))
            #expect(client.reply()?.status == 405)
            #expect(client.reply()?.text == "/next")
        }
    }

    @Test("RFC 9110 10.1.1: the server sends 100 only if it reads the body; unknown expectations get 417")
    func expectations() throws {
        try withServer(echo) { port in
            let client = Client(port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            #expect(client.head()?.status == 100)
            client.send("abc")
            #expect(client.reply()?.text == "3")
            client.send("GET /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            #expect(client.head()?.status == 200)
            #expect(ask(port, get("/", "Expect: the-unexpected\r\n"))?.status == 417)
        }
    }

    @Test("RFC 9112 8: a body cut short is not acted on")
    func cut() throws {
        let handled = Counter()
        let handler = TestHandler { _ in
            handled.add()
            return .text("")
        }
        try withServer(handler) { port in
            let client = Client(port).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\na=1")
            client.shutWriting()
            #expect(client.reply()?.status == 400)
            #expect(handled.value == 0)
        }
    }

    @Test("RFC 9112 9.3, 9.6: version and Connection field decide whether the connection stays open")
    func persistence() throws {
        try withServer(echo) { port in
            let one = Client(port).send(get("/", "Connection: x, Close\r\n"))
            #expect(one.reply()?.headers["connection"] == "close")
            #expect(one.isEnded())
            let old = Client(port).send("GET / HTTP/1.0\r\n\r\n")
            #expect(old.reply()?.headers["connection"] == "close")
            #expect(old.isEnded())
            let kept = Client(port).send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(kept.reply()?.headers["connection"] == "keep-alive")
            #expect(kept.send("GET /b HTTP/1.0\r\n\r\n").reply()?.text == "/b")
        }
    }

    @Test("RFC 9112 9.3.2: pipelined requests are answered in order, on the loop and on the pool")
    func pipelined() throws {
        var handler = echo
        handler.planned = { $0.path.hasPrefix("/slow") ? .pooled(bodyLimit: 0) : .immediate }
        try withServer(handler) { port in
            let paths = (0..<200).map { $0 % 3 == 0 ? "/slow\($0)" : "/fast\($0)" }
            let client = Client(port).send(paths.map { get($0) }.joined())
            for path in paths { #expect(client.reply()?.text == path) }
        }
    }

    @Test("RFC 9112 2.2: a request may arrive byte by byte")
    func byteByByte() throws {
        try withServer(echo) { port in
            let client = Client(port)
            for byte in Array((get("/a") + post("/b", body: "12345")).utf8) { client.send([byte]) }
            #expect(client.reply()?.text == "/a")
            #expect(client.reply()?.text == "5")
        }
    }

    @Test("RFC 9110 9.3.2: HEAD returns the fields of GET without a body")
    func head() throws {
        var handler = echo
        handler.planned = { _ in .immediate }
        handler.answer = { _ in .html("twelve bytes") }
        try withServer(handler) { port in
            let client = Client(port).send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + get("/"))
            let bodiless = client.reply(toHead: true)
            let whole = client.reply()
            #expect(bodiless?.headers["content-length"] == "12")
            #expect(whole?.text == "twelve bytes")
            let names = { (reply: Reply?) in reply?.headers.pairs.map(\.name) }
            #expect(names(bodiless) == names(whole))
        }
    }

    @Test("RFC 9110 5.5: a value cannot inject a field")
    func injection() throws {
        let handler = TestHandler { _ in
            Response(headers: Headers([("X-A", "a\r\nX-B: b"), ("X C", "c"), ("Connection", "upgrade")]))
        }
        try withServer(handler) { port in
            let reply = ask(port, get("/"))
            #expect(reply?.headers["x-a"] == "a  X-B: b")
            #expect(reply?.headers["x-b"] == nil)
            #expect(reply?.headers.all("connection") == ["keep-alive"])
        }
    }
}
