import Testing

@testable import HTTP

/// Reads a head like the server: finds its end, then parses it.
func readHead(_ text: String, limits: Limits = Limits()) -> Result<RequestHead, Refusal> {
    readHead(Array(text.utf8), limits: limits)
}

func readHead(_ bytes: [UInt8], limits: Limits = Limits()) -> Result<RequestHead, Refusal> {
    bytes.withRawBytes { raw in
        var scan = HeadScan()
        switch scan.advance(raw, limits: limits) {
        case .more: return .failure(Refusal(.continue, "not complete"))
        case .refused(let refusal): return .failure(refusal)
        case .complete(let end):
            return Result { () throws(Refusal) in
                let head = UnsafeRawBufferPointer(rebasing: raw[scan.start..<end])
                return try RequestHead(HeadParser(head), bytes: head, client: .loopback)
            }
        }
    }
}

func status(_ text: String, limits: Limits = Limits()) -> Int { status(Array(text.utf8), limits: limits) }

/// 200 for a valid head, 100 for an incomplete one, else the status of the refusal.
func status(_ bytes: [UInt8], limits: Limits = Limits()) -> Int {
    switch readHead(bytes, limits: limits) {
    case .success: 200
    case .failure(let refusal): refusal.status.rawValue
    }
}

/// The request head, section by section.
@Suite struct HeadTests {
    @Test("RFC 9112 2.2: one empty line before the request is ignored, more are refused")
    func leadingEmptyLines() {
        #expect(status("\r\n" + get("/")) == 200)
        #expect(status("\r\n\r\n\r\n" + get("/")) == 400)
    }

    @Test(
        "RFC 9112 2.2: bare LF and bare CR are refused",
        arguments: [
            "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
            "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "GET / HTTP/1.1\rHost: a\r\n\r\n", "\nGET / HTTP/1.1\r\n\r\n",
        ])
    func bareLineEnds(_ text: String) { #expect(status(text) == 400) }

    @Test(
        "RFC 9112 2.3: HTTP/1.x is accepted, other versions are refused",
        arguments: [
            ("HTTP/1.1", 200), ("HTTP/1.2", 200), ("HTTP/1.0", 200), ("HTTP/2.0", 505), ("HTTP/0.9", 505),
            ("HTTP/1.10", 400), ("HTTP/11", 400), ("http/1.1", 400), ("HTTP/1,1", 400), ("HTTP/1.1 ", 400), ("", 400),
        ])
    func versions(_ version: String, _ expected: Int) {
        #expect(status("GET / \(version)\r\nHost: a\r\n\r\n") == expected)
    }

    @Test("RFC 9112 2.3: HTTP/0.9 is refused at the end of its line", arguments: ["GET /\r\n", "GET / \r\n"])
    func simpleRequests(_ text: String) { #expect(status(text) == 400) }

    @Test(
        "RFC 9112 3: the parts of a request line have exactly one space between them",
        arguments: [
            "GET  / HTTP/1.1", "GET /  HTTP/1.1", " GET / HTTP/1.1", "GET\t/ HTTP/1.1", "GET / x HTTP/1.1",
            "GET HTTP/1.1", "GET / HTTP/1.1\u{0B}",
        ])
    func spaces(_ line: String) { #expect(status("\(line)\r\nHost: a\r\n\r\n") == 400) }

    @Test(
        "RFC 9110 9.1: methods are case-sensitive tokens; unknown ones get 501",
        arguments: [
            ("GE(T", 400), ("get", 501), ("BREW", 501), ("TRACE", 501), ("CONNECT", 501), ("G\u{01}T", 400),
            ("PRI", 501), (String(repeating: "A", count: 65_536), 414), ("DELETE", 200), ("PATCH", 200),
        ])
    func methods(_ method: String, _ expected: Int) {
        #expect(status("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n") == expected)
    }

    @Test("RFC 9112 3: request lines of 8,000 bytes are accepted; above the limit they get 414, complete or not")
    func requestLineLength() {
        #expect(status(get("/" + String(repeating: "a", count: 8_000))) == 200)
        #expect(status(get("/" + String(repeating: "a", count: 8_192))) == 414)
        #expect(status("GET /" + String(repeating: "a", count: 9_000)) == 414)
    }

    @Test("RFC 6585 5: header sections of more than 32 KiB or 100 fields get 431")
    func headerLimits() {
        #expect(status(get("/", "X: " + String(repeating: "a", count: 4_000) + "\r\n")) == 200)
        #expect(status(get("/", "X: " + String(repeating: "a", count: 1 << 20) + "\r\n")) == 431)
        #expect(status("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 40_000)) == 431)
        #expect(status(get("/", String(repeating: "X: y\r\n", count: 99))) == 200)
        #expect(status(get("/", String(repeating: "X: y\r\n", count: 100))) == 431)
    }

    @Test(
        "RFC 9112 3.2: HTTP/1.1 requires exactly one valid Host",
        arguments: [
            ("", 400), ("Host: a\r\nHost: a\r\n", 400), ("Host:\r\n", 400), ("Host: bad host\r\n", 400),
            ("Host: a/b\r\n", 400), ("Host: a@b\r\n", 400), ("Host: a:\r\n", 200), ("Host: a:80\r\n", 200),
            ("Host: a:8x\r\n", 400), ("Host: [::1]:80\r\n", 200), ("Host: [::1\r\n", 400), ("Host: [x]\r\n", 400),
            ("Host: a:123456\r\n", 400), ("Host: 127.0.0.1\r\n", 200), ("Host: a,b\r\n", 200), ("Host: <a>\r\n", 400),
        ])
    func hosts(_ fields: String, _ expected: Int) {
        #expect(status("GET / HTTP/1.1\r\n\(fields)\r\n") == expected)
    }

    @Test("RFC 9112 3.2: HTTP/1.0 does not require Host")
    func oldVersionWithoutHost() { #expect(status("GET / HTTP/1.0\r\n\r\n") == 200) }

    @Test(
        "RFC 9112 3.2: a target is a path or an http URI",
        arguments: [
            ("http://b.example/x?y", 200), ("https://b/x", 200), ("http://b", 200), ("http://", 400),
            ("http://a@b/", 400), ("file:///etc/passwd", 400), ("example.com:80", 400), ("*", 400), ("x", 400),
        ])
    func targetForms(_ target: String, _ expected: Int) { #expect(status(get(target)) == expected) }

    @Test("RFC 9112 3.2.2: the authority of an absolute target replaces Host")
    func absoluteForm() throws {
        let head = try readHead(get("http://other.example:81?q=1")).get()
        #expect(head.headers.all("host") == ["other.example:81"])
        #expect(head.path == "/")
        #expect(head.query == "q=1")
        #expect(head.target == "http://other.example:81?q=1")
    }

    @Test("RFC 9110 9.3.7: OPTIONS accepts the target *")
    func optionsStar() { #expect(status("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") == 200) }

    @Test(
        "RFC 3986 2.1: broken and dangerous targets are refused",
        arguments: [
            "/%zz", "/%", "/%2", "/%00", "/a%2fb", "/a%2Fb", "/%0a", "/%7f", "/%ff%fe", "/%c0%80", "/%ed%a0%80",
            "/%c0%ae%c0%ae/x", "/..", "/../x", "/.", "/a/./b", "/a/../b", "/%2e%2e/x", "/%2E/x", "/.%2e/x", "/a\\b",
            "/a#b", "/<a>", "/a\"b", "/caf\u{E9}", "/?a#b", "/?a=<", "/?a=>", "/?a=\"",
        ])
    func badTargets(_ target: String) { #expect(status(get(target)) == 400) }

    @Test(
        "RFC 3986 2.1: paths are decoded once",
        arguments: [
            ("/a%20b", "/a b"), ("/%252e%252e/x", "/%2e%2e/x"), ("/J%C3%BCrg", "/Jürg"),
            ("//etc/passwd", "//etc/passwd"),
            ("/a+b", "/a+b"), ("/a;b=c", "/a;b=c"), ("/...", "/..."), ("/.a", "/.a"), ("/%41", "/A"),
            ("/a?b/../c", "/a"),
        ])
    func goodTargets(_ target: String, _ path: String) throws {
        #expect(try readHead(get(target)).get().path == path)
    }

    @Test("WHATWG URL: queries may contain the characters that browsers send")
    func browserQueries() throws {
        let head = try readHead(get("/?a;b=c&&&=&x[]=1&x[]=2&y={|}^`&q=%ff")).get()
        #expect(head.queryFields.all("x[]") == ["1", "2"])
        #expect(head.queryFields["y"] == "{|}^`")
    }

    @Test(
        "WHATWG URL 1.3: in a query, broken escapes and an escaped NUL stay as they are",
        arguments: [
            ("a=%", "%"), ("a=50%", "50%"), ("a=%zz", "%zz"), ("a=%2", "%2"), ("a=%4%41+%TIME", "%4A %TIME"),
            ("a=x%00y", "x%00y"), ("a=%%41", "%A"), ("a=%2500", "%00"), ("a=%ff", "\u{FFFD}"), ("%zz&a=%26", "&"),
            ("%00=1&a=b", "b"),
        ])
    func brokenEscapes(_ query: String, _ value: String) throws {
        #expect(try readHead(get("/?" + query)).get().queryFields["a"] == value)
    }

    @Test(
        "RFC 9112 5: malformed field lines are refused",
        arguments: [
            ("X : a", 400), ("X\t: a", 400), (" X: a", 400), (": a", 400), ("X", 400), ("X Y: a", 400),
            ("X\u{01}: a", 400), ("X: a\u{01}b", 400), ("X: a\u{7F}b", 400), ("X: \u{00}", 400), ("X:", 200),
            ("X:a", 200), ("X: \t a \t ", 200), ("X(: a", 400), ("X: a\r\n b", 400), ("X: a\r\n\tb", 400),
            ("X: a\r\n : b", 400), ("Transfer_Encoding: chunked", 200), ("X: caf\u{E9}", 200),
        ])
    func fieldLines(_ line: String, _ expected: Int) { #expect(status(get("/", line + "\r\n")) == expected) }

    @Test("RFC 9110 5.5: values are trimmed, stay in order, and may contain bytes above 0x7F")
    func values() throws {
        let bytes =
            Array("GET / HTTP/1.1\r\nHost: a\r\nX:  one \r\nx: two\r\nY: ".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8)
        let head = try readHead(bytes).get()
        #expect(head.headers.all("X") == ["one", "two"])
        #expect(head.headers["x"] == "one")
        #expect(head.headers["y"] == "\u{FFFD}\u{FFFD}")
        #expect(head.headers["z"] == nil)
    }

    @Test(
        "RFC 9110 8.6: Content-Length is digits only",
        arguments: [
            ("0", 200), ("007", 200), ("9223372036854775807", 200), ("9223372036854775808", 400),
            ("18446744073709551621", 400), ("-5", 400), ("+5", 400), ("0x5", 400), ("", 400), ("1 0", 400),
            ("5.0", 400), ("five", 400), ("1_0", 400), ("5, 5", 400), ("5,", 400), ("\u{B2}", 400), ("5\u{0B}", 400),
        ])
    func contentLengths(_ value: String, _ expected: Int) {
        #expect(status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(value)\r\n\r\n") == expected)
    }

    @Test(
        "RFC 9112 6: ambiguous framing is refused",
        arguments: [
            ("Content-Length: 5\r\nContent-Length: 5", 400), ("Content-Length: 5\r\nContent-Length: 6", 400),
            ("Content-Length: 6\r\nTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding: chunked\r\nContent-Length: 6", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding: chunked, chunked", 501), ("Transfer-Encoding: chunked, identity", 501),
            ("Transfer-Encoding: identity", 501), ("Transfer-Encoding: xchunked", 501),
            ("Transfer-Encoding: gzip, chunked", 501), ("Transfer-Encoding:\u{0B}chunked", 400),
            ("Transfer-Encoding: \"chunked\"", 501), ("Transfer-Encoding:", 501), ("Transfer-Encoding: CHUNKED", 200),
            ("Transfer-Encoding : chunked", 400), ("Transfer-Encoding\u{00}: chunked", 400),
        ])
    func framing(_ fields: String, _ expected: Int) {
        #expect(status("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n") == expected)
    }

    @Test("RFC 9112 6.1: HTTP/1.0 has no transfer codings")
    func oldVersionChunked() {
        #expect(status("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == 400)
    }

    @Test("A head may arrive in pieces of any size")
    func pieces() {
        let whole = Array("\r\nGET /a?b HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\nrest".utf8)
        var scan = HeadScan()
        for count in 1...whole.count {
            let outcome = whole[..<count].withUnsafeBytes { scan.advance($0, limits: Limits()) }
            if case .complete(let end) = outcome {
                #expect(end == whole.count - 4)
                #expect(count == end)
                return
            }
        }
        Issue.record("no end found")
    }

    @Test("RFC 9112 2.2: a handshake of another protocol is refused at its first byte")
    func handshakeOfAnotherProtocol() { #expect(status([0x16, 0x03, 0x01, 0x02]) == 400) }

    @Test("RFC 6265 4.2: cookies are found by name")
    func cookies() throws {
        let fields = "Cookie: a=1; b = 2;c=\"q\"; aa=3; a=4;;x;=y; d=\r\nCookie: e=5\r\n"
        let head = try readHead(get("/", fields)).get()
        #expect(head.cookie("a") == "1")
        #expect(head.cookie("aa") == "3")
        #expect(head.cookie("c") == "\"q\"")
        #expect(head.cookie("d") == "")
        #expect(head.cookie("e") == "5")
        #expect(head.cookie("b") == nil)
        #expect(head.cookie("x") == nil)
    }
}
