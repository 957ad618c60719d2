import Foundation
import GRDB
import HTTP
import TestTools
import Testing

@testable import App

/// Sends every form a hundred times within one moment, and counts the rows that it leaves: nobody fills a table by one form.
struct GrowthTests {
    private static let repeats = 100
    /// The most rows of one table that a form leaves, however often it is sent within a moment.
    private static let most = 60
    /// What may leave more, each time up to five rows.
    private static let exceptions: Set = [
        // What administrators do is written down.
        "/admin/daily admin_action", "/admin/people/{username}/end-sessions admin_action",
        "/admin/people/{username}/reset-link admin_action", "/admin/settings admin_action", "/admin/setup admin_action",
        "/admin/zones admin_action", "/admin/zones zone", "/admin/zones zone_cell",
        "/admin/zones/{id}/edit admin_action",
        // Sixty messages, of which each of five members is told.
        "/groups/{id}/messages event", "/groups/{id}/answer event",
        // Three hundred an hour.
        "/notes note", "/notes delivery", "/notes note_link", "/relics relic", "/relics media", "/relics media_file",
    ]
    /// What may leave more or not: of maps one is loaded at a time, and its end takes its time.
    private static let varying: Set = ["/admin/basemaps/get admin_action"]
    /// Fields that differ each time, as far as a person chooses what is in them: what is the same might count once.
    private static let free: Set<String> = [
        "text", "name", "title", "reason", "comment", "caption", "nickname", "username", "user", "email", "label", "q",
        "display_name", "hint", "words", "emoji",
    ]

    /// The field with a file of a form that is nothing without one.
    private static let files = ["/relics": "media", "/settings/profile": "avatar"]

    @Test func `a hundred of any form leave few rows`() throws {
        let walk = try SettledWalk.shared.get()
        let sample = Sample(oneIn: 12)
        var seen: Set<String> = []
        for target in walk.targets
        where target.method == .post && target.access != .token && sample.takes(target.pattern) {
            for (table, count) in try growth(walk.site.copy(), target) {
                let form = "\(target.pattern) \(table)"
                if count > GrowthTests.most { seen.insert(form) }
                let isExcepted = GrowthTests.exceptions.contains(form) || GrowthTests.varying.contains(form)
                let most = isExcepted ? 5 * GrowthTests.repeats : GrowthTests.most
                #expect(count <= most, "\(form)")
            }
        }
        // An exception that nothing needs any more goes.
        if Sample.takesAll { #expect(seen.subtracting(GrowthTests.varying) == GrowthTests.exceptions) }
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
                try visitor.upload(target.path, file, file: PictureTests.icon, sent)
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
}
