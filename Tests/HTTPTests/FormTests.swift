import Testing

@testable import HTTP

/// WHATWG URL, 5: urlencoded forms.
@Suite struct FormTests {
    @Test("Names and values are decoded")
    func decoded() throws {
        let form = try FormFields.urlEncoded(Array("a=1&b=%26+x&a=%C3%BC&&c&=d&e==".utf8))
        #expect(form.all("a") == ["1", "ü"])
        #expect(form["b"] == "& x")
        #expect(form["c"] == "")
        #expect(form[""] == "d")
        #expect(form["e"] == "=")
        #expect(try FormFields.urlEncoded([]).values.isEmpty)
        #expect(try FormFields.urlEncoded(Array("a=%ff".utf8))["a"] == "\u{FFFD}")
    }

    @Test("Broken forms are refused", arguments: ["a=%zz", "b=%", "%2", "a=%00", "%00=a"])
    func broken(_ text: String) {
        #expect(throws: FormError.self) { try FormFields.urlEncoded(Array(text.utf8)) }
    }

    @Test("Broken escapes are kept on demand, a NUL never")
    func kept() throws {
        func form(_ text: String) throws -> FormFields {
            try FormFields.urlEncoded(Array(text.utf8), keepsBrokenEscapes: true)
        }
        let read = try form("a=50%&b=%zz+%26&%2=%00&c=%C3%BC%ff")
        #expect(read["a"] == "50%" && read["b"] == "%zz &" && read["%2"] == "%00" && read["c"] == "ü\u{FFFD}")
        #expect(throws: FormError.self) { try form("a=\0") }
        #expect(throws: FormError.self) { try form(String(repeating: "k=%&", count: 1_001)) }
    }

    @Test("Too many or too long fields are refused")
    func limits() {
        let many = Array(String(repeating: "k=v&", count: 1_001).utf8)
        let long = Array("a=".utf8) + [UInt8](repeating: 0x61, count: 70_000)
        for bytes in [many, long] {
            let error = #expect(throws: FormError.self) { try FormFields.urlEncoded(bytes) }
            #expect(error?.status == .contentTooLarge)
        }
    }

    @Test("The Content-Type decides how a form is read")
    func types() throws {
        func form(_ type: String?, _ body: Body) throws -> FormFields {
            let headers = Headers(type.map { [("Content-Type", $0)] } ?? [])
            return try Request(method: .post, target: "/", headers: headers, body: body).form()
        }
        let urlEncoded = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(try form(urlEncoded, .bytes(Array("a=1".utf8)))["a"] == "1")
        #expect(try form(urlEncoded, .empty).values.isEmpty)
        #expect(try form(nil, .empty).values.isEmpty)
        #expect(throws: FormError.unsupportedType) { try form(nil, .bytes([1])) }
        #expect(throws: FormError.unsupportedType) { try form("application/json", .bytes([1])) }
        #expect(throws: FormError.self) { try form("multipart/form-data; boundary=x", .empty) }
        #expect(throws: FormError.self) { try form("multipart/form-data; boundary=x", .bytes(Array("--x".utf8))) }
    }
}
