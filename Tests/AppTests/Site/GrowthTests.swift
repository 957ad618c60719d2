import Foundation
import GRDB
import HTTP
import TestTools
import Testing

@testable import App

/// Sends every form a hundred times within one moment, and counts the rows that it leaves.
///
/// `Growth.txt` says how many rows each form adds to each table, where it is more than one; nothing may add more than that.
/// `CAIRN_RECORD=1` with `CAIRN_TEST_ALL=1` rewrites it; then read it, because each number in it is a promise.
struct GrowthTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Growth.txt")
    private static let repeats = 100
    private static let isRecording = ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil
    /// Fields that differ each time, as far as a person chooses what is in them: what is the same might count once.
    private static let free: Set<String> = [
        "text", "name", "title", "reason", "comment", "caption", "nickname", "username", "user", "email", "label", "q",
        "display_name", "hint", "words", "emoji",
    ]

    /// Rows that depend on how fast the machine is: a map begins to load only when the one before has failed.
    private static let varying = ["/admin/basemaps/get": ["admin_action": repeats]]

    /// The field with a file of a form that is nothing without one.
    private static let files = ["/relics": "media", "/settings/profile": "avatar"]

    @Test func `a hundred of any form leave no more rows than the list says`() throws {
        let walk = try SettledWalk.shared.get()
        let sample = Sample(oneIn: 12)
        let targets = walk.targets.filter {
            $0.method == .post && $0.access != .token && (GrowthTests.isRecording || sample.takes($0.pattern))
        }
        let known = try recorded()
        var lines: [String] = []
        for target in targets {
            var grown = try growth(walk.site.copy(), target)
            if GrowthTests.isRecording {
                grown.merge(GrowthTests.varying[target.pattern] ?? [:]) { counted, most in max(counted, most) }
            }
            let line = ([target.pattern] + grown.map { "\($0.key)+\($0.value)" }.sorted()).joined(separator: " ")
            if !grown.isEmpty { lines.append(line) }
            guard !GrowthTests.isRecording else { continue }
            for (table, count) in grown {
                #expect(count <= known[target.pattern]?[table] ?? 1, "\(line)")
            }
        }
        guard GrowthTests.isRecording else { return }
        try (lines.sorted().joined(separator: "\n") + "\n").write(
            to: GrowthTests.file, atomically: true, encoding: .utf8)
    }

    @Test func `no form leaves more than sixty rows of a kind at once, but for these`() throws {
        let known: Set = [
            // What administrators do is written down.
            "/admin/daily admin_action", "/admin/people/{username}/end-sessions admin_action",
            "/admin/settings admin_action", "/admin/setup admin_action", "/admin/backup admin_action",
            "/admin/people/{username}/reset-link admin_action",
            "/admin/basemaps/get admin_action", "/admin/zones admin_action", "/admin/zones zone",
            "/admin/zones zone_cell",
            "/admin/zones/{id}/edit admin_action", "/admin/zones/{id}/cover admin_action",
            "/admin/zones/{id}/tracks/{track}/edit admin_action",
            // Sixty messages, of which each of five members is told.
            "/groups/{id}/messages event", "/groups/{id}/answer event",
            // Three hundred an hour.
            "/notes note", "/notes delivery", "/relics relic", "/relics media", "/relics media_file",
        ]
        for (pattern, tables) in try recorded() {
            for (table, count) in tables where count > 60 {
                #expect(known.contains("\(pattern) \(table)"), "\(pattern) \(table) \(count)")
            }
        }
    }

    /// How many rows more than one a hundred forms leave, by table.
    private func growth(_ site: TestSite, _ target: FormFinder.Target) throws -> [String: Int] {
        let role: NastyValueTests.Role =
            target.access == .open ? .nobody : target.access == .admin ? .administrator : .member
        let visitor = try role.visitor(site)
        let before = try counts(site)
        for number in 0..<GrowthTests.repeats {
            let fields = target.fields.map { field in
                switch field.name {
                case "key": (field.name, "repeated-key-\(number)")
                case "email": (field.name, "\(number)\(field.value)")
                // Of friends, whom a wrong name would be none of.
                case "username" where target.pattern.hasPrefix("/groups"): field
                case let name where GrowthTests.free.contains(name): (name, "\(field.value)\(number)")
                default: field
                }
            }
            let sent = [(name: "csrf", value: visitor.token)] + fields
            if let file = GrowthTests.files[target.pattern] {
                try visitor.upload(target.path, field: file, file: PictureTests.icon, fields: sent)
            } else {
                try visitor.post(target.path, sent)
            }
            if role != .nobody, visitor.page.path.hasPrefix("/login") { break }
        }
        return try counts(site).reduce(into: [:]) { grown, table in
            let more = table.value - before[table.key, default: 0]
            if more > 1 { grown[table.key] = more }
        }
    }

    /// The number of rows of each table.
    private func counts(_ site: TestSite) throws -> [String: Int] {
        try DatabaseQueue(path: site.folder + "/cairn.sqlite").read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try tables.reduce(into: [:]) { counts, table in
                counts[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
            }
        }
    }

    private func recorded() throws -> [String: [String: Int]] {
        guard let text = try? String(contentsOf: GrowthTests.file, encoding: .utf8) else { return [:] }
        return text.split(separator: "\n").reduce(into: [:]) { list, line in
            let words = line.split(separator: " ").map { String($0) }
            for word in words.dropFirst() {
                let parts = word.split(separator: "+")
                list[words[0], default: [:]][String(parts[0])] = Int(parts[1])
            }
        }
    }
}
