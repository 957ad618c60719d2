import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// An in-process browser without a screen: keeps cookies, follows links and sends forms.
final class Visitor {
    let site: TestSite
    /// The address that its requests come from.
    var client = ClientAddress.loopback
    private(set) var cookies: [String: String] = [:]
    private(set) var page = Page(path: "", status: 0, headers: Headers(), text: "")
    private var filled: [(name: String, value: String)] = []

    init(_ site: TestSite, cookies: [String: String] = [:]) {
        self.site = site
        self.cookies = cookies
    }

    /// Requests a page and follows redirects.
    @discardableResult
    func get(_ path: String, accept: String? = nil, _ fields: [(String, String)] = []) throws -> Visitor {
        try send(.get, path, body: nil, accept: accept, fields)
        return self
    }

    /// Sets a field of the page's next form.
    @discardableResult
    func fill(_ name: String, _ value: String) -> Visitor {
        filled.removeAll { $0.name == name }
        return add(name, value)
    }

    /// Adds a value to a field with several values.
    @discardableResult
    func add(_ name: String, _ value: String) -> Visitor {
        filled.append((name, value))
        return self
    }

    /// Sends the page's form to `action`, with its own and the filled-in values; or to the `formaction` of a button.
    @discardableResult
    func submit(_ action: String, to button: String? = nil, accept: String? = nil) throws -> Visitor {
        let form = try #require(page.forms.first { $0.action == action }, "no form to \(action) on \(page.path)")
        let kept = form.fields.filter { field in !filled.contains { $0.name == field.name } }
        let fields = kept + filled
        filled = []
        if form.method == "get" {
            let query = fields.map { "\(PathText.component($0.name))=\(PathText.component($0.value))" }
            return try get("\(action)?\(query.joined(separator: "&"))", accept: accept)
        }
        return try post(button ?? action, fields, accept: accept)
    }

    /// Sends fields unchanged, with the token of the current page.
    @discardableResult
    func post(
        _ path: String, _ fields: [(name: String, value: String)], accept: String? = nil,
        headers: [(String, String)] = []
    ) throws -> Visitor {
        try send(.post, path, body: fields, accept: accept, headers)
        return self
    }

    /// Sends a form with one file, after the token of the current page.
    @discardableResult
    func upload(
        _ path: String, _ field: String, file: [UInt8], named name: String = "contacts.vcf",
        _ fields: [(name: String, value: String)]? = nil
    ) throws -> Visitor {
        try upload(path, [(field, name, file)], fields)
    }

    /// Sends a form with files, after the token of the current page.
    ///
    /// - Parameter age: the seconds that the upload takes, until now.
    @discardableResult
    func upload(
        _ path: String, _ files: [(field: String, name: String, bytes: [UInt8])],
        _ fields: [(name: String, value: String)]? = nil, age: Double = 0
    ) throws -> Visitor {
        var body: [UInt8] = []
        for field in fields ?? [("csrf", token)] {
            let text = "--cut\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
            body += Array(text.utf8)
        }
        for (field, name, bytes) in files {
            let text = "--cut\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n"
            body += Array("\(text)Content-Type: text/vcard\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
        }
        body += Array("--cut--\r\n".utf8)
        let content = ("multipart/form-data; boundary=cut", HTTP.Body.bytes(body))
        try send(.post, path, body: nil, accept: nil, content: content, age: age)
        return self
    }

    /// The token of the last page that had a form.
    private(set) var token = ""

    /// Sends a device's position.
    @discardableResult
    func stand(
        at place: Coordinate, accuracy: Double? = 8, accept: String? = "application/json"
    ) throws -> Visitor {
        var fields = ["lat": "\(place.latitude)", "lon": "\(place.longitude)"]
        if let accuracy { fields["accuracy"] = "\(accuracy)" }
        return try report(fields, accept: accept)
    }

    /// Sends the fields of a position. Like the page's script, waits and retries once after a rate limit.
    @discardableResult
    func report(_ fields: [String: String], accept: String? = "application/json") throws -> Visitor {
        try get("/")
        let form = [(name: "csrf", value: token)] + fields.map { (name: $0.key, value: $0.value) }
        try post("/positions", form, accept: accept)
        guard page.status == 429, let seconds = page.headers["retry-after"].flatMap({ Double($0) }) else { return self }
        site.wait(seconds: seconds)
        return try post("/positions", form, accept: accept)
    }

    func forget(_ cookie: String) { cookies[cookie] = nil }

    /// The raw response, for files too; does not follow redirects.
    func fetch(_ path: String, _ fields: [(String, String)] = []) throws -> Response {
        let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let headers = Headers([("Host", "localhost:8080"), ("Cookie", cookie)] + fields)
        return site.app.respond(to: try Request(method: .get, target: path, headers: headers))
    }

    private func send(
        _ method: HTTP.Method, _ path: String, body: [(name: String, value: String)]?, accept: String?,
        _ fields: [(String, String)] = [], content: (type: String, body: HTTP.Body)? = nil,
        age: Double = 0
    ) throws {
        var headers = Headers([("Host", "localhost:8080"), ("Accept", accept ?? "text/html")] + fields)
        if !cookies.isEmpty {
            headers.add(
                "Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        var sent = HTTP.Body.empty
        if let body {
            headers.add("Content-Type", "application/x-www-form-urlencoded")
            let text = body.map { "\(PathText.component($0.name))=\(PathText.component($0.value))" }
            sent = .bytes(Array(text.joined(separator: "&").utf8))
        }
        if let content {
            headers.add("Content-Type", content.type)
            sent = content.body
        }
        let request = try Request(
            method: method, target: path, headers: headers, body: sent, client: client, age: age)
        let response = site.app.respond(to: request)
        take(response.headers)
        var text = ""
        if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
        page = Page(path: path, status: response.status.rawValue, headers: response.headers, text: text)
        if let found = page.token { token = found }
        if response.status == .seeOther, let location = response.headers["location"] {
            // What a browser keeps to itself.
            try send(.get, String(location.prefix { $0 != "#" }), body: nil, accept: nil)
        }
    }

    private func take(_ headers: Headers) {
        for cookie in headers.all("set-cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isOver = cookie.contains("Max-Age=0")
            cookies[String(pair[0])] = isOver ? nil : String(pair[1])
        }
    }
}

extension Visitor {
    /// Expects the page to contain words.
    @discardableResult
    func sees(_ words: String..., location: SourceLocation = #_sourceLocation) -> Visitor {
        for word in words {
            #expect(page.plain.contains(word), "\(page.path): \(page.plain)", sourceLocation: location)
        }
        return self
    }

    /// Expects the page not to contain words.
    @discardableResult
    func seesNot(_ words: String..., location: SourceLocation = #_sourceLocation) -> Visitor {
        for word in words { #expect(!page.plain.contains(word), "\(page.path)", sourceLocation: location) }
        return self
    }

    /// Expects a status.
    @discardableResult
    func gets(_ status: Int, location: SourceLocation = #_sourceLocation) -> Visitor {
        let errors = page.status == 500 ? site.errors.all.withLock { $0 } : []
        #expect(page.status == status, "\(page.path): \(errors) \(page.plain.prefix(300))", sourceLocation: location)
        return self
    }

    /// Expects the map at the place of a note that was just left, and goes on to the notes that were sent.
    @discardableResult
    func hasLeftANote(location: SourceLocation = #_sourceLocation) throws -> Visitor {
        #expect(page.path.hasPrefix("/?lat="), "\(page.path)", sourceLocation: location)
        return try sees("Your note is waiting for", location: location).get("/notes")
    }

    /// Expects to be on this page.
    @discardableResult
    func isAt(_ path: String, location: SourceLocation = #_sourceLocation) -> Visitor {
        #expect(page.path == path, sourceLocation: location)
        return self
    }
}
