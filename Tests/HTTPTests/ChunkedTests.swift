import Testing

@testable import HTTP

/// RFC 9112, 7.1: the chunked coding.
@Suite struct ChunkedTests {
    /// Decodes in pieces of `piece` bytes; returns the data and the number of bytes after the body, or nil when the
    /// body is refused or incomplete.
    static func decode(_ text: String, piece: Int = 1_000_000) -> (data: String, rest: Int)? {
        var decoder = ChunkedDecoder(limits: Limits())
        var data: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
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
        return decoder.isDone ? (String(decoding: data, as: UTF8.self), bytes.count - index) : nil
    }

    @Test(
        "RFC 9112 7.1: well-formed bodies are decoded in pieces of every size",
        arguments: [
            ("3\r\na=1\r\n0\r\n\r\n", "a=1"), ("00A\r\na=12345678\r\n000\r\n\r\n", "a=12345678"), ("0\r\n\r\n", ""),
            ("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", "abc"), ("3;x=y;z=\"q\\\"r\"\r\na=1\r\n0;last\r\n\r\n", "a=1"),
            ("3 ; x = y\r\na=1\r\n0\r\n\r\n", "a=1"), ("3\r\na=1\r\n0\r\nX-T: 1\r\nY: \r\n\r\n", "a=1"),
        ])
    func good(_ text: String, _ expected: String) {
        for piece in 1...text.utf8.count {
            let outcome = ChunkedTests.decode(text + "GET", piece: piece)
            #expect(outcome?.data == expected)
            #expect(outcome?.rest == 3)
        }
    }

    @Test(
        "RFC 9112 7.1: malformed bodies are refused",
        arguments: [
            "FFFFFFFFFFFFFFFFF\r\na", "10000000000000003\r\na=1\r\n0\r\n\r\n", "xyz\r\na", "\r\na=1", "-3\r\na=1",
            "+3\r\na=1", "0x3\r\na=1", "0_3\r\na=1", "3\r\na=1XXXX\r\n0\r\n\r\n", "3\r\na=10\r\n\r\n", " 3\r\na=1",
            "3 \r\na=1\r\n0\r\n\r\n", "3\na=1\n0\n\n", "3;a\na=1\r\n0\r\n\r\n", "3;a\rb\r\na=1\r\n0\r\n\r\n",
            "3;a=\"b\r\na=1\r\n0\r\n\r\n", "3;\u{00}\r\na=1", "0\r\nX\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX: y\n\r\n",
            "0\r\nX: \u{01}\r\n\r\n", "0\r\n\rX", "0\r\n\n",
        ])
    func bad(_ text: String) {
        #expect(ChunkedTests.decode(text) == nil)
        #expect(ChunkedTests.decode(text, piece: 1) == nil)
    }

    @Test("RFC 9112 7.1.1, 7.1.2: endless size lines and trailers are refused")
    func endless() {
        #expect(ChunkedTests.decode("3;" + String(repeating: "e", count: 1 << 20)) == nil)
        let trailers = "0\r\n" + String(repeating: "X: " + String(repeating: "t", count: 100) + "\r\n", count: 100)
        #expect(ChunkedTests.decode(trailers + "\r\n") == nil)
    }
}
