import Foundation
import GRDB
import HTTP
import TestTools
import Testing

@testable import App

/// Sends malicious values in every field of routes, as one visitor of a copy of the site.
final class NastySender {
    private let site: TestSite
    private let role: NastyValueTests.Role
    private var target: FormFinder.Target
    private var visitor: Visitor
    /// What was sent to the target: the same again is told nothing new.
    private var sent = Set<String>()
    private(set) var count = 0

    /// One in five values of each field in a run.
    private static let values = Sample(oneIn: 5)
    /// Of a route that refuses this role, or answers it as it does another, some values are enough.
    private static let fewValues = Sample(oneIn: 40)

    init(_ site: TestSite, _ role: NastyValueTests.Role, target: FormFinder.Target) throws {
        (self.site, self.role, self.target) = (site, role, target)
        visitor = try role.visitor(site)
    }

    /// Goes on with another route on the same copy.
    func turn(to target: FormFinder.Target) {
        self.target = target
        sent = []
    }

    /// Sends each field with malicious values while the others are valid, then missing and repeated, then all at once.
    func sendAll() throws {
        let good = target.fields.map { ($0.name, PathText.component($0.value)) }
        try send(target.path, good)
        for (index, field) in good.enumerated() {
            var fields = good
            for value in taken(field.0) {
                fields[index].1 = value
                try send(target.path, fields)
            }
            fields.remove(at: index)
            try send(target.path, fields)
            try send(target.path, good + Array(repeating: field, count: 100))
        }
        for value in taken("all") { try send(target.path, good.map { ($0.0, value) }) }
        for value in taken("path") { for path in paths(value) { try send(path, good) } }
        if target.method == .post { try sendFiles(good) }
    }

    /// The values that this run sends in a field.
    private func taken(_ field: String) -> [String] {
        let sample = role.isServed(target.access) ? NastySender.values : NastySender.fewValues
        return NastyValues.all.enumerated().filter { number, _ in
            sample.takes("\(role) \(target.method) \(target.pattern) \(field) \(number)")
        }.map { $0.element }
    }

    /// The path with a value in place of each of its parameters.
    private func paths(_ value: String) -> [String] {
        let names = target.pattern.split(separator: "/")
        return names.indices.filter { names[$0].hasPrefix("{") }.map { index in
            var parts = target.path.split(separator: "/").map { String($0) }
            parts[index] = value
            return "/" + parts.joined(separator: "/")
        }
    }

    /// Sends the form with a file in place of each field.
    private func sendFiles(_ good: [(String, String)]) throws {
        guard site.app.routes.contains(where: { $0.pattern == target.pattern && $0.takesFiles }) else { return }
        for name in good.map({ $0.0 }) {
            for file in NastyValues.files {
                let values = good.filter { $0.0 != name }.map {
                    (name: $0.0, value: $0.1.removingPercentEncoding ?? "")
                }
                let fields = [(name: "csrf", value: visitor.token)] + values
                try visitor.upload(target.path, field: name, file: file, named: "../a.vcf", fields: fields)
                note(visitor.page.status, path: target.path, fields: [(name, "a file")])
                if visitor.page.path.hasPrefix("/login") { visitor = try role.visitor(site) }
            }
        }
    }

    /// Sends a request once. Repeats it after a rate limit, and with a new session if the session has ended.
    private func send(_ path: String, _ fields: [(String, String)]) throws {
        guard sent.insert(path + "?" + fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")).inserted,
            var response = answer(path, fields)
        else { return }
        if let wait = response.headers["retry-after"].flatMap({ Double($0) }) {
            site.wait(seconds: wait)
            response = answer(path, fields) ?? response
        }
        if role != .nobody, response.headers["location"]?.hasPrefix("/login") == true {
            visitor = try role.visitor(site)
            response = answer(path, fields) ?? response
        }
        note(response.status.rawValue, path: path, fields: fields)
    }

    private func note(_ status: Int, path: String, fields: [(String, String)]) {
        count += 1
        let words = fields.map { "\($0.0)=\($0.1.prefix(60))" }.joined(separator: "&")
        #expect(status < 500, "\(role.rawValue) \(target.method) \(path.prefix(200)) \(words)")
    }

    /// nil if the server refuses the request before a handler runs.
    private func answer(_ path: String, _ fields: [(String, String)]) -> Response? {
        let text = fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let cookies = visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        var headers = Headers([("Host", "localhost:8080"), ("Accept", "text/html"), ("Cookie", cookies)])
        guard target.method == .post else {
            let whole = text.isEmpty ? path : "\(path)?\(text)"
            let request = try? Request(method: .get, target: whole, headers: headers)
            return request.map { site.app.respond(to: $0) }
        }
        headers.add("Content-Type", "application/x-www-form-urlencoded")
        let query = fields.first { $0.0 == "token" }.map { "?token=\($0.1)" } ?? ""
        let body = Array("csrf=\(PathText.component(visitor.token))&\(text)".utf8)
        let request = try? Request(method: .post, target: path + query, headers: headers, body: .bytes(body))
        return request.map { site.app.respond(to: $0) }
    }

    /// Checks that the database is intact, obeys its constraints and contains accepted times only.
    func checkStored() throws { try NastySender.checkStored(site, after: target.pattern) }

    static func checkStored(_ site: TestSite, after pattern: String) throws {
        try DatabaseQueue(path: site.folder + "/cairn.sqlite").read { database in
            let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let strayKeys = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
            let times = try wrongTimes(database)
            #expect(integrity == ["ok"] && strayKeys.isEmpty && times == [], "\(pattern)")
        }
    }

    /// The columns with times that are not accepted: asked together, because a site is checked after each form.
    private static func wrongTimes(_ database: GRDB.Database) throws -> [String] {
        let columns = try String.fetchAll(
            database,
            sql: """
                SELECT tables.name || '.' || columns.name FROM sqlite_master AS tables,
                  pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND columns.name LIKE '%\\_at' ESCAPE '\\'
                """)
        #expect(columns.count > 50)
        // SQLite takes at most five hundred parts in one statement.
        return try stride(from: 0, to: columns.count, by: 100).flatMap { start -> [String] in
            let parts = columns[start...].prefix(100).map { column -> String in
                let names = column.split(separator: ".")
                return """
                    SELECT '\(column)' FROM \(names[0])
                    WHERE \(names[1]) NOT BETWEEN 946684800000 AND 4102444800000
                    """
            }
            return try String.fetchAll(database, sql: parts.joined(separator: " UNION "))
        }
    }
}
