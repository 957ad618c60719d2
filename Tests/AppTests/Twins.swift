import Foundation
import HTTP
import Testing

@testable import App

/// One person in two copies of a site that differ in something they must not learn. Compares everything they can get.
struct Twins {
    /// A sent form and the page that contained it.
    struct Step: Sendable {
        let page: String
        let action: String
    }

    let one: Visitor
    let other: Visitor
    /// Whether to ignore ids, which contain the millisecond of their creation.
    var hidesIDs = false
    /// More pages from which to follow links.
    var starts: [String] = []

    init(_ one: Visitor, _ other: Visitor) {
        (self.one, self.other) = (one, other)
        seed()
    }

    /// The same two in copies of their sites.
    func copied() throws -> Twins {
        var copy = Twins(try Twins.copied(one), try Twins.copied(other))
        (copy.hidesIDs, copy.starts) = (hidesIDs, starts)
        return copy
    }

    private static func copied(_ visitor: Visitor) throws -> Visitor {
        let site = try visitor.site.copy()
        site.wait(seconds: visitor.site.now.seconds(since: site.now))
        return Visitor(site, cookies: visitor.cookies)
    }

    /// Makes both sites draw the same random numbers from here on.
    private func seed() { for visitor in [one, other] { visitor.site.seed(42) } }

    /// Follows every link from the start pages and compares the two responses to the byte.
    ///
    /// - Returns: the forms of all pages, each URL once.
    func compareAllPages(_ history: [Step] = []) throws -> [Step] {
        let starts =
            ["/", "/archive?view=map", "/friends?q=mik", "/map", "/people/mikko", "/people/aino_k"] + self.starts
        // The two URLs of each page, which differ where they contain an id.
        var waiting = starts.map { ($0, $0) }
        var seen = Set(starts)
        var kinds = PageKinds(most: 25)
        var forms: [Step] = []
        while let (path, twin) = waiting.popLast() {
            guard let (page, other) = try compare(path, twin, history) else { continue }
            for form in page.forms where form.method == "post" && !forms.contains(where: { $0.action == form.action }) {
                forms.append(Step(page: path, action: form.action))
            }
            let addresses = Twins.addresses(page)
            let others = page.text == other.text ? addresses : Twins.addresses(other)
            for (link, twin) in zip(addresses, others)
            where isFollowed(link) && seen.insert(link).inserted && kinds.takes(link) { waiting.append((link, twin)) }
        }
        #expect(seen.count > 5, "\(history)")
        return forms
    }

    private static func addresses(_ page: Page) -> [String] {
        (page.links + page.resources).map { String($0.prefix { $0 != "#" }) }
    }

    /// Map links never end, and tiles and assets are the same for everybody.
    private func isFollowed(_ link: String) -> Bool {
        link.hasPrefix("/") && !link.contains("lat=") && !link.hasPrefix("/atlas/") && !link.contains("?v=")
    }

    /// Asks both the same and compares status, headers and body; returns the status.
    @discardableResult
    func compareAnswers(_ what: String, _ ask: (Visitor) throws -> Response) throws -> Status {
        let (first, second) = (try ask(one), try ask(other))
        #expect(first.status == second.status, "\(what)")
        expectSame(Twins.text(first.headers), Twins.text(second.headers), "headers of \(what)")
        let (bytes, others) = (Twins.bytes(first.body), Twins.bytes(second.body))
        expectSame(String(decoding: bytes, as: UTF8.self), String(decoding: others, as: UTF8.self), what)
        return first.status
    }

    /// Compares the responses to a path; nil if they have no text.
    private func compare(_ path: String, _ twin: String, _ history: [Step]) throws -> (Page, Page)? {
        let (first, second) = (try one.fetch(path, Twins.html), try other.fetch(twin, Twins.html))
        #expect(first.status == second.status, "\(path) after \(history)")
        expectSame(Twins.text(first.headers), Twins.text(second.headers), "headers of \(path) after \(history)")
        let (bytes, others) = (Twins.bytes(first.body), Twins.bytes(second.body))
        guard let text = String(bytes: bytes, encoding: .utf8), !bytes.contains(0) else {
            #expect(bytes == others, "\(path) after \(history)")
            return nil
        }
        let otherText = String(decoding: others, as: UTF8.self)
        expectSame(text, otherText, "\(path) after \(history)")
        if first.status == .seeOther { return nil }
        func page(_ path: String, _ response: Response, _ text: String) -> Page {
            Page(path: path, status: response.status.rawValue, headers: response.headers, text: text)
        }
        return (page(path, first, text), page(twin, second, otherText))
    }

    /// Sends a form in both, runs due jobs, and compares the responses.
    func send(_ step: Step, _ history: [Step] = []) throws {
        for visitor in [one, other] {
            try visitor.get(step.page)
            guard let form = visitor.page.forms.first(where: { $0.action == step.action }) else {
                Issue.record("no form to \(step.action) on \(step.page) after \(history)")
                return
            }
            for (name, value) in Twins.answers(form) { visitor.fill(name, value) }
            try visitor.submit(step.action)
            visitor.site.app.runJobs(JobLane.allCases)
        }
        #expect(one.page.status == other.page.status, "\(step) after \(history)")
        expectSame(one.page.text, other.page.text, "\(step) after \(history)")
    }

    /// Values for the fields that a form leaves empty.
    private static func answers(_ form: Page.Form) -> [(String, String)] {
        let known = [
            "password": "demo-password", "current_password": "demo-password", "reason": "was rude", "text": "Look up.",
            "lat": "60.1", "lon": "24.9",
        ]
        let empty = form.fields.filter { $0.value.isEmpty }.compactMap { field in
            known[field.name].map { (field.name, $0) }
        }
        return empty + (form.action == "/notes" ? [("to", "leena")] : [])
    }

    private static let html = [("Accept", "text/html")]

    private static func text(_ headers: Headers) -> String {
        headers.pairs.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    private static func bytes(_ body: ResponseBody) -> [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file(let path, let offset, let count):
            Array((FileManager.default.contents(atPath: path) ?? Data()).dropFirst(offset).prefix(count))
        default: []
        }
    }

    private func expectSame(_ first: String, _ second: String, _ what: @autoclosure () -> String) {
        guard first != second else { return }
        let (first, second) = (masked(first), masked(second))
        guard first != second else { return }
        let lines = zip(first.split(separator: "\n"), second.split(separator: "\n")).first { $0 != $1 }
        Issue.record("\(what()) differs: \(lines.map { "\($0.0)\n≠ \($0.1)" } ?? "in length")")
    }

    private func masked(_ text: String) -> String {
        hidesIDs ? text.replacing(#/\d{16,19}/#, with: "ID") : text
    }
}
