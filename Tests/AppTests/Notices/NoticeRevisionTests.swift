import Proximity
import Synchronization
import TestTools
import Testing

@testable import App
@testable import Database

/// Every write that changes which notices somebody may see raises their revision, whoever writes and whatever for.
struct NoticeRevisionTests {
    private struct Undo: Error {}

    /// A write to one row.
    private struct Change {
        let table: String
        let text: String
        /// Whose row repeats what the table says.
        var account: ID<Account>?
    }

    /// What people see, and at which revisions.
    private struct Sight {
        let notices: [ID<Account>: Set<ID<Notice>>]
        let revisions: [ID<Account>: NoticeRevision]

        init(_ database: Reader, of people: [ID<Account>], _ site: TestSite) throws {
            notices = try people.reduce(into: [:]) { list, person in
                let shown = try site.app.notices.visible(database, for: person, isUnread: true, limit: 500, site.now)
                list[person] = Set(shown.map { $0.notice.id })
            }
            revisions = try people.reduce(into: [:]) { list, person in
                list[person] = try NoticeQueries.revision(database, of: person)
            }
        }
    }

    /// What notices may be about: lists of ids.
    private static let subjects: [SQL] = [
        "SELECT id FROM note ORDER BY id LIMIT 60", "SELECT id FROM relic ORDER BY id LIMIT 60",
        "SELECT id FROM relic_visit ORDER BY id LIMIT 60", "SELECT id FROM zone ORDER BY id LIMIT 60",
        "SELECT id FROM account ORDER BY id LIMIT 60", "SELECT id FROM announcement ORDER BY id LIMIT 60",
        "SELECT conversation_id AS id FROM chat ORDER BY id LIMIT 60",
        "SELECT id FROM friend_group ORDER BY id LIMIT 60", "SELECT id FROM friend_group_member ORDER BY id LIMIT 60",
        "SELECT id FROM friend_group_alert ORDER BY id LIMIT 60",
        "SELECT id FROM moment_comment ORDER BY id LIMIT 60", "SELECT id FROM moment_reaction ORDER BY id LIMIT 60",
        "SELECT day AS id FROM daily_window ORDER BY id DESC LIMIT 10",
    ]
    /// Columns, besides those that end with `_id`, that say what a row is: nothing ever changes them, or to what these
    /// contents are.
    private static let fixed: Set<String> = [
        "id", "kind", "day", "number", "cell",
        // Repeated from other tables, of which the other test writes.
        "is_suspended", "is_deleted", "is_guest",
    ]
    /// Contents that a column may get.
    private static let contents = ["NULL", "1", "9000000000000", "'friends'"]

    @Test func `whatever is deleted or changed in what notices depend on raises the revision of whom it concerns`()
        throws
    {
        let site = try TestSite.warmDemo()
        let people = try people(site)
        let statements = Mutex<Set<String>>([])
        let note: @Sendable (SQL) -> Void = { sql in statements.withLock { _ = $0.insert(sql.text) } }
        let holding = try Reader.$observer.withValue(note) { try holdingNotices(site, people) }
        try tell(site, holding)
        let columns = try ReadColumns.all(of: statements.withLock { $0 }, in: site.folder + "/cairn.sqlite")
        #expect(columns.count > 20)
        let sample = Sample(oneIn: 3)
        let before = try sight(site, people)
        var deciding: Set<String> = []
        for change in try changes(site, columns, sample: sample)
        where try decides(change, before: before, people: people, on: site) {
            deciding.insert(change.table)
        }
        // Guards against a world in which nothing is told.
        #expect(deciding.count >= 5 && deciding.contains("friendship"), "\(deciding)")
    }

    @Test func `what hides people raises the revision of whom it concerns`() throws {
        let site = try TestSite.warmDemo()
        let people = try people(site)
        try tell(site, try holdingNotices(site, people))
        let before = try sight(site, people)
        var deciding: Set<String> = []
        for one in people {
            var changes = [
                Change(
                    table: "suspension", text: "INSERT INTO suspension (account_id, created_at) VALUES (\(one), 1)",
                    account: one),
                Change(
                    table: "guest", text: "INSERT INTO guest_account (account_id, created_at) VALUES (\(one), 1)",
                    account: one),
            ]
            for other in people where other != one {
                for (table, columns) in [("block", "blocker_id, blocked_id"), ("decline", "account_id, asker_id")] {
                    let text = "INSERT INTO \(table) (\(columns), created_at) VALUES (\(one), \(other), 1)"
                    changes.append(Change(table: table, text: text))
                }
            }
            for change in changes where try decides(change, before: before, people: people, on: site) {
                deciding.insert(change.table)
            }
        }
        #expect(deciding.isSuperset(of: ["suspension", "guest", "block", "decline"]), "\(deciding)")
    }

    private func sight(_ site: TestSite, _ people: [ID<Account>]) throws -> Sight {
        try site.app.site.database.read { try Sight($0, of: people, site) }
    }

    private func people(_ site: TestSite) throws -> [ID<Account>] {
        try site.app.site.database.read {
            try $0.all("SELECT id FROM account ORDER BY id LIMIT 12") { try $0["id"] }
        }
    }

    /// Of all notices that there might be those that somebody may see, a few of each kind.
    private func holdingNotices(
        _ site: TestSite, _ people: [ID<Account>]
    ) throws -> [(person: ID<Account>, notice: Notice)] {
        let ids: [Int64] = try Reader.$observer.withValue(nil) {
            try site.app.site.database.read { database in
                try NoticeRevisionTests.subjects.flatMap { try database.all($0) { try $0["id"] as Int64 } }
            }
        }
        var holding: [(person: ID<Account>, notice: Notice)] = []
        for kind in site.app.notices.allKinds {
            let notices = ids.enumerated().map { index, subject in
                Notice(
                    id: ID(rawValue: Int64(index) + 1), kind: kind.name, subject: subject, raisedAt: site.now,
                    isRead: false)
            }
            for person in people {
                let texts = try site.app.site.database.read { try kind.show($0, notices, person, site.now) }
                let shown = notices.filter { texts[$0.id] != nil }
                holding += shown.prefix(8).map { (person: person, notice: $0) }
            }
        }
        return holding
    }

    /// Tells people of these alone.
    private func tell(_ site: TestSite, _ holding: [(person: ID<Account>, notice: Notice)]) throws {
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM notice WHERE id > 0")
            for (person, notice) in holding {
                _ = try NoticeQueries.upsert(
                    database, notice.kind, subject: notice.subject, to: person, isAgain: true, at: site.now)
            }
        }
    }

    /// Some rows of each table are deleted, and some columns of fewer rows get other contents.
    private func changes(
        _ site: TestSite, _ tables: [String: Set<String>], sample: Sample
    ) throws -> [Change] {
        var changes: [Change] = []
        for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
            let some = "SELECT rowid AS id FROM \"\(table)\" ORDER BY rowid * 7919 % 101, rowid LIMIT 12"
            let rows: [Int64] = try site.app.site.database.read { database in
                try database.all(SQL(text: some, values: [], isKept: false)) { try $0["id"] }
            }
            changes += rows.map { Change(table: table, text: "DELETE FROM \"\(table)\" WHERE rowid = \($0)") }
            let changing = columns.subtracting(NoticeRevisionTests.fixed).filter { !$0.hasSuffix("_id") }
            for column in changing.sorted() where sample.takes("\(table).\(column)") {
                for (row, content) in rows.prefix(4).flatMap({ row in NoticeRevisionTests.contents.map { (row, $0) } })
                {
                    let text = "UPDATE \"\(table)\" SET \"\(column)\" = \(content) WHERE rowid = \(row)"
                    changes.append(Change(table: table, text: text))
                }
            }
        }
        return changes
    }

    /// Whether a write shows or hides a notice. Then the revision of its person has grown. It is taken back.
    private func decides(
        _ change: Change, before: Sight, people: [ID<Account>], on site: TestSite
    ) throws -> Bool {
        var decides = false
        do {
            try site.app.site.database.write { database in
                // What the schema refuses, or the site could not read, does not happen.
                guard (try? database.execute(SQL(text: change.text, values: [], isKept: false))) != nil
                else { throw Undo() }
                if let account = change.account { try AccountQueries.updateStanding(database, of: account) }
                guard let after = try? Sight(database, of: people, site) else { throw Undo() }
                for person in people where before.notices[person] != after.notices[person] {
                    decides = true
                    #expect(before.revisions[person] != after.revisions[person], "\(change.text)")
                }
                throw Undo()
            }
        } catch is Undo {}
        return decides
    }
}
