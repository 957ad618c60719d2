import Database
import Foundation
import Synchronization
import TestTools
import Testing

@testable import App

/// Every SQL statement finds its rows by an index.
struct PlanTests {
    /// Statements that read a whole table on purpose, by their first words, with the reason.
    private static let wholeTables: [(sql: String, why: String)] = [
        ("SELECT 1 FROM administrator LIMIT 1", "reads one row"), ("SELECT 1 FROM media LIMIT 1", "reads one row"),
        ("DELETE FROM session WHERE used_at", "a sweep, a few times an hour"),
        ("DELETE FROM position WHERE id IN", "a sweep, a few times an hour"),
        ("DELETE FROM device WHERE session_id IS NULL", "a sweep, a few times an hour"),
        (
            "UPDATE device SET plausibility = ?, look_lat = NULL, look_lon = NULL, fix = NULL WHERE id IN",
            "a sweep, a few times an hour"
        ),
        ("DELETE FROM push_subscription WHERE failing_since", "a sweep, a few times an hour"),
        ("UPDATE note_link SET ended_at = created_at", "once, after a restore"),
        ("DELETE FROM calendar_feed", "once, after a restore"), ("DELETE FROM recap", "once, after a restore"),
        ("DELETE FROM shared_area WHERE opens_at <=", "a sweep, a few times an hour"),
        ("UPDATE shared_area SET earlier_cell = NULL", "a sweep, a few times an hour"),
        ("DELETE FROM throttle WHERE window_start", "a sweep, a few times an hour"),
        ("UPDATE job SET lease_until = ? WHERE kind", "once for each kind of job, when the server starts"),
        (
            "SELECT account.id AS id, username, display_name FROM administrator",
            "the command line lists the administrators"
        ),
        ("SELECT 1 FROM administrator WHERE account_id <> ?", "administrators are few, and asked for by who leaves"),
        ("SELECT maker.id AS id FROM", "suspended people are few"),
        ("SELECT id FROM conversation WHERE is_over", "walks through an index that holds only those that are over"),
        ("SELECT DISTINCT emoji FROM moment_reaction", "a migration"),
        ("SELECT name, size, bytes FROM media_file ORDER BY", "a backup, once a day"),
        ("SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM media_file", "a backup, once a day"),
        (
            "SELECT count(*) AS number, coalesce(sum(bytes), 0) AS total FROM media WHERE disowned",
            "metrics, by an index"
        ),
        ("SELECT count(*) FROM account WHERE NOT EXISTS", "metrics, for who has their token"),
        ("SELECT count(*) FROM (SELECT id, username", "a backup, once a day"),
        ("SELECT name, bytes FROM backup_file", "as many as are kept"),
        ("SELECT media.name AS name, media_file.size", "walks through the one page that its inner SELECT seeks"),
    ]

    /// Statements that no visit reaches, with the reason.
    private static let unvisited: [(sql: String, why: String)] = [
        ("DELETE FROM job WHERE kind IN", "a restore forgets mail that waited, on a folder that nobody serves"),
        ("DELETE FROM backup_label", "once, after a restore"),
        ("SELECT tile_column AS x", "a map is added by a command, and has the tables that its maker gave it"),
        ("SELECT min(tile_column) AS west", "the same, of a map whose bounds are empty"),
        ("UPDATE job SET error = NULL, failing_since", "a migration"),
        ("DELETE FROM job WHERE kind = 'sweep'", "a migration"),
        ("DELETE FROM job WHERE kind IN ('notes.sweep'", "a migration"),
        ("INSERT INTO delivery_next", "a migration"), ("INSERT INTO report_next", "a migration"),
        ("INSERT INTO refusal_count (device_id, reason, hour, count, last_at) SELECT", "a migration"),
        ("INSERT INTO media_draft (name, owner_id, purpose, created_at) SELECT", "a migration"),
        ("UPDATE delivery SET author_id = (SELECT", "a migration"), ("UPDATE note SET cell =", "a migration"),
        ("UPDATE device SET plausibility = '0', fix = NULL", "a migration"),
        ("UPDATE note SET reach_m =", "a migration"),
        ("UPDATE delivery SET remind_at = (SELECT", "a migration"),
        ("UPDATE friend_group SET state = ''", "a migration"),
        ("UPDATE friend_group SET silent_at = NULL, state = ''", "a migration"),
        ("UPDATE friend_group_member SET own_state = '', own_state_since", "a migration"),
        ("UPDATE account SET shown_name =", "a migration"),
        ("DELETE FROM moment_reaction WHERE emoji =", "a migration"),
        ("UPDATE moment_reaction SET emoji =", "a migration"),
    ]

    @Test func `every statement of the sources is explained and none reads a whole table`() throws {
        let statements = Mutex<[String: SQL]>([:])
        // Made before, so that it does not depend on the tests that have run whether its making is noted as well.
        let demo = try TestSite.demo()
        let note: @Sendable (SQL) -> Void = { sql in statements.withLock { $0[sql.text] = sql } }
        let site = try Reader.$observer.withValue(note) {
            // Without statistics: those of a demo world would make full scans look cheap.
            try demo.app.site.database.write { try $0.execute("DELETE FROM sqlite_stat1") }
            let site = try demo.copy()
            try visitEverything(site)
            return site
        }
        let all = statements.withLock { Array($0.values) }
        // Tiles come from a file of another program; the schema is a table as well.
        for sql in all
        where sql.text.isQuery && !sql.text.contains(#/ FROM (tiles|metadata|sqlite_master)\b/#)
            && !PlanTests.wholeTables.contains(where: { sql.text.onOneLine.hasPrefix($0.sql) })
        {
            let plan = try site.app.site.database.read { try $0.plan(sql) }
            let lists = ["SCAN span", "SCAN share", "SCAN near", "SCAN recent", "SCAN newest"]
            // What a subquery itself reads stands in the plan as well.
            let scans = plan.filter {
                $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN (subquery") && !$0.contains("CONSTANT ROW")
                    && !lists.contains($0)
            }
            #expect(scans.isEmpty, "\(sql.text)\n\(plan)")
            // An area must be found by its cells, not by reading all rows of a person.
            let seeks = plan.contains { $0.contains("cell>? AND cell<?") }
            #expect(seeks || !sql.text.contains("AS span"), "\(sql.text)\n\(plan)")
        }
        try expectComplete(all.map { $0.text.onOneLine })
    }

    /// Checks that every SQL literal in the sources is part of a statement that was run.
    private func expectComplete(_ run: [String]) throws {
        let keyword =
            #/\b(SELECT|INSERT|UPDATE|DELETE|WITH|WHERE|AND|OR|ORDER BY|LIMIT|JOIN|FROM|SET|VALUES|IN|UNION)\b/#
        var count = 0
        var unvisited: Set<String> = []
        for (path, source) in try SwiftSource.files("Sources/App") where !path.contains("/Gallery/") {
            for literal in source.literals where literal.pieces.contains(where: { $0.contains(keyword) }) {
                let pieces = literal.pieces.map { $0.onOneLine }
                guard !pieces[0].hasPrefix("CREATE "), !pieces[0].hasPrefix("ALTER ") else { continue }
                count += 1
                if !run.contains(where: { $0.holds(pieces) }) {
                    unvisited.insert("\(path):\(literal.line) \(pieces.joined(separator: "?"))")
                }
            }
        }
        // Guards against a search that finds too little.
        #expect(count > 200)
        let named = unvisited.filter { line in PlanTests.unvisited.contains { line.contains($0.sql) } }
        #expect(unvisited.subtracting(named).sorted() == [], "visit them in visitEverything")
        #expect(named.count == PlanTests.unvisited.count, "what is visited leaves the list")
    }
}

extension String {
    fileprivate var isQuery: Bool { ["SELECT", "UPDATE", "DELETE"].contains { hasPrefix($0) } }

    /// With runs of whitespace as one space.
    fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Whether it contains all pieces in their order.
    fileprivate func holds(_ pieces: [String]) -> Bool {
        var rest = self[...]
        for piece in pieces {
            guard !piece.isEmpty else { continue }
            guard let found = rest.range(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
