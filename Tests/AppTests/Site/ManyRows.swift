import GRDB

@testable import App

/// Fills a settled world with more of nearly everything that its owner's pages list, as copies of what is there.
struct ManyRows {
    let site: TestSite
    /// How many more of each.
    let count: Int

    /// An account of the settled world, as SQL.
    private static func account(_ name: String) -> String { "(SELECT id FROM account WHERE username = '\(name)')" }
    private static let owner = account("aino_k")
    private static let friend = account("mikko")
    /// The ids of accounts that `people` makes, each for a kind of its own.
    private static let friends = "1000000 + copy"
    private static let askers = "2000000 + copy"
    private static let asked = "3000000 + copy"
    private static let blocked = "4000000 + copy"

    func add() throws {
        try DatabaseQueue(path: site.folder + "/cairn.sqlite").write { database in
            try people(database)
            try notes(database)
            try relics(database)
            try chats(database)
            try groups(database)
            try moments(database)
            try music(database)
            try settings(database)
        }
    }

    private func people(_ database: GRDB.Database) throws {
        for ids in [ManyRows.friends, ManyRows.askers, ManyRows.asked, ManyRows.blocked] {
            try copy(
                database, "account", where: "username = 'mikko'",
                [
                    "id": ids, "username": "'person-' || (\(ids))", "username_folded": "'person-' || (\(ids))",
                    "email": "NULL", "email_folded": "NULL", "email_confirmed_at": "NULL", "picture": "NULL",
                ])
        }
        let (owner, friend) = (ManyRows.owner, ManyRows.friend)
        let friends = "account_id = \(owner) AND friend_id = \(friend)"
        try copy(database, "friendship", where: friends, ["friend_id": ManyRows.friends])
        try copy(database, "friendship", where: friends, ["account_id": ManyRows.friends, "friend_id": owner])
        try copy(database, "friend_request", where: "to_id = \(owner)", ["id": "copy", "from_id": ManyRows.askers])
        try copy(
            database, "friend_request", where: "from_id = \(owner)", ["id": "100 + copy", "to_id": ManyRows.asked])
        try copy(database, "block", where: "blocker_id = \(owner)", ["blocked_id": ManyRows.blocked])
        try copy(
            database, "circle", where: "account_id = \(owner)",
            ["id": "copy", "name": "name || copy", "name_folded": "name_folded || copy"])
        try copy(
            database, "circle_member", where: "circle_id IN (SELECT id FROM circle WHERE account_id = \(owner))",
            ["friend_id": ManyRows.friends])
        try copy(
            database, "single_invite", where: "account_id = \(owner)",
            ["id": "copy", "token_hash": ManyRows.letters(64)])
        try notices(database, Friends.askedNotice, ManyRows.askers, 100)
        try copy(database, "report", where: "id > 0", ["id": "copy", "about_id": ManyRows.friends])
        try copy(database, "suspension", where: "account_id > 0", ["account_id": ManyRows.asked])
        try copy(database, "admin_action", where: "id > 0", ["id": "copy"])
    }

    private func notes(_ database: GRDB.Database) throws {
        let found = "recipient_id = \(ManyRows.owner) AND opened_at IS NOT NULL AND removed_at IS NULL"
        let changes = ["submission": "'copy-' || copy", "photo": "NULL"]
        try copy(
            database, "note", where: "id IN (SELECT note_id FROM delivery WHERE \(found))",
            changes.merging(["id": "copy", "author_id": ManyRows.friends]) { $1 })
        try copy(database, "delivery", where: found, ["note_id": "copy", "author_id": ManyRows.friends])
        try copy(
            database, "note", where: "author_id = \(ManyRows.owner) AND deleted_at IS NULL",
            changes.merging(["id": "100 + copy"]) { $1 })
        let sent = "author_id = \(ManyRows.owner) AND recipient_id = \(ManyRows.friend)"
        try copy(
            database, "delivery", where: "note_id IN (SELECT note_id FROM delivery WHERE \(sent))",
            ["note_id": "100 + copy"])
        // Many friends who have got one note.
        try copy(database, "delivery", where: sent, ["recipient_id": ManyRows.friends])
        try notices(database, "note.found", "copy", 200)
    }

    /// A notice of a kind for the owner about each of some subjects, with ids after a number.
    private func notices(_ database: GRDB.Database, _ kind: String, _ subject: String, _ number: Int) throws {
        try copy(
            database, "notice", where: "id > 0",
            [
                "id": "\(number) + copy", "account_id": ManyRows.owner, "kind": "'\(kind)'", "subject": subject,
                "read_at": "NULL",
            ])
    }

    private func relics(_ database: GRDB.Database) throws {
        try media(database, "relic", "media", as: "relic")
        try copy(
            database, "relic", where: "maker_id = \(ManyRows.owner) AND deleted_at IS NULL",
            ["id": "copy", "submission": "'copy-' || copy", "media": ManyRows.name("relic")])
        try media(database, "relic", "media", as: "found")
        try copy(
            database, "relic", where: "maker_id <> \(ManyRows.owner) AND deleted_at IS NULL",
            [
                "id": "100 + copy", "submission": "'copy-' || copy", "media": ManyRows.name("found"),
                "maker_id": ManyRows.friends,
            ])
        try copy(
            database, "relic_opening", where: "account_id = \(ManyRows.owner)", ["relic_id": "100 + copy"])
        try copy(
            database, "relic_visit", where: "id > 0",
            ["id": "copy", "account_id": ManyRows.friends, "submission": "'copy-' || copy"])
    }

    private func chats(_ database: GRDB.Database) throws {
        let chat =
            "low_id = min(\(ManyRows.owner), \(ManyRows.friend)) AND high_id = max(\(ManyRows.owner), \(ManyRows.friend))"
        let old = "(SELECT conversation_id FROM chat WHERE \(chat))"
        try copy(database, "conversation", where: "id = \(old)", ["id": "copy", "last_number": "1"])
        try copy(
            database, "chat", where: chat,
            ["low_id": ManyRows.friends, "high_id": ManyRows.owner, "conversation_id": "copy", "is_open": "1"])
        for member in [ManyRows.owner, ManyRows.friends] {
            try copy(
                database, "conversation_member", where: "conversation_id = \(old)",
                ["conversation_id": "copy", "account_id": member, "read_number": "0"])
        }
        let message = ["submission": "'copy-' || copy", "photo": "NULL", "reply_id": "NULL"]
        try copy(
            database, "message", where: "conversation_id = \(old)",
            message.merging(["id": "copy", "conversation_id": "copy", "number": "1", "sender_id": ManyRows.friends]) {
                $1
            })
        for (number, conversation) in [
            old, "(SELECT conversation_id FROM friend_group WHERE ended_at IS NULL AND conversation_id IS NOT NULL)",
        ].enumerated() {
            try copy(
                database, "message", where: "conversation_id = \(conversation)",
                message.merging([
                    "id": "\(100 + 100 * number) + copy", "number": "1000 + copy",
                    "submission": "'copy-\(number)-' || copy",
                ]) { $1 })
            try database.execute(
                sql: "UPDATE conversation SET last_number = 1000 + ? WHERE id = \(conversation)", arguments: [count])
        }
    }

    private func groups(_ database: GRDB.Database) throws {
        let open = "group_id IN (SELECT id FROM friend_group WHERE ended_at IS NULL)"
        try copy(
            database, "friend_group_member", where: "\(open) AND account_id <> \(ManyRows.owner) AND left_at IS NULL",
            ["id": "copy", "account_id": ManyRows.friends, "device_id": "NULL"])
        // Groups that are over.
        try copy(
            database, "friend_group", where: "ended_at IS NULL",
            [
                "id": "1000 + copy", "ended_at": "created_at + 1", "code": "NULL", "link_hash": "NULL", "state": "NULL",
                "conversation_id": "NULL", "submission": "NULL",
            ])
        try copy(
            database, "friend_group_member", where: "account_id = \(ManyRows.owner)",
            ["id": "1000 + copy", "group_id": "1000 + copy", "device_id": "NULL"])
        try notices(database, GroupNotices.ended, "1000 + copy", 300)
        try notices(database, GroupNotices.joined, "copy", 400)
    }

    private func moments(_ database: GRDB.Database) throws {
        for side in ["back", "front"] { try media(database, "moment", "back", as: side) }
        try copy(
            database, "moment", where: "deleted_at IS NULL AND day = (SELECT max(day) FROM moment)",
            [
                "id": "copy", "account_id": ManyRows.friends, "submission": "'copy-' || copy",
                "back": ManyRows.name("back"), "front": ManyRows.name("front"),
            ])
        let own = "(SELECT max(id) FROM moment WHERE account_id = \(ManyRows.owner) AND deleted_at IS NULL)"
        try copy(
            database, "moment_comment", where: "id > 0",
            ["id": "copy", "moment_id": own, "account_id": ManyRows.friends, "submission": "'copy-' || copy"])
        // Who has commented has reacted too.
        try database.execute(
            sql: """
                INSERT INTO moment_reaction (id, moment_id, account_id, emoji, created_at)
                SELECT id, moment_id, account_id, '🔥', created_at FROM moment_comment WHERE id <= ?
                """,
            arguments: [count])
    }

    private func music(_ database: GRDB.Database) throws {
        try copy(
            database, "zone", where: "id > 0",
            ["id": "copy", "submission": "'copy-' || copy", "cover": "NULL", "position": "100 + copy"])
        try media(database, "zone_track", "media", as: "song")
        try copy(
            database, "zone_track", where: "id > 0",
            ["id": "copy", "media": ManyRows.name("song"), "preview": "NULL", "position": "100 + copy"])
        try copy(
            database, "zone_vote", where: "account_id > 0",
            ["account_id": ManyRows.owner, "track_id": "copy"])
    }

    private func settings(_ database: GRDB.Database) throws {
        let mine = "account_id = \(ManyRows.owner)"
        try copy(database, "session", where: mine, ["id": "copy", "token_hash": ManyRows.letters(64)])
        try copy(database, "device", where: mine, ["id": "copy", "session_id": "NULL"])
        try copy(
            database, "push_subscription", where: mine, ["id": "copy", "endpoint": "endpoint || copy"])
        try copy(
            database, "job", where: "id > 0",
            ["id": "copy", "idempotency_key": "'copy-' || copy", "failed_at": "run_at"])
    }

    /// A file's description for each copy of a table's rows; the file is not there.
    private func media(_ database: GRDB.Database, _ table: String, _ column: String, as name: String) throws {
        let name = ManyRows.name(name)
        try copy(database, "media", where: "name IN (SELECT \(column) FROM \(table))", ["name": name])
        // The demo world of tests has no pictures: any other file's are as good.
        for size in ["original", "large", "medium", "small"] {
            try copy(database, "media_file", where: "width > 0", ["name": name, "size": "'\(size)'"])
        }
    }

    /// A file's name that follows a copy's number: letters, and digits that such names have.
    private static func name(_ kind: String) -> String {
        let digits = [("0", "z"), ("1", "y"), ("8", "x"), ("9", "w")].reduce("printf('%026d', copy)") { text, digit in
            "replace(\(text), '\(digit.0)', '\(digit.1)')"
        }
        return "'\(kind)' || substr(\(digits), \(kind.count + 1))"
    }
    private static func letters(_ count: Int) -> String { "printf('%0\(count)d', copy)" }

    /// Copies one of the rows that a condition finds, with other values in some columns: SQL, in which `copy` is the copy's number.
    private func copy(
        _ database: GRDB.Database, _ table: String, where condition: String, _ changes: [String: String]
    ) throws {
        let columns = try database.columns(in: table).map { $0.name }
        let values = columns.map { changes[$0] ?? "\"\($0)\"" }
        try database.execute(
            sql: """
                WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ?)
                INSERT INTO "\(table)" (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", "))
                FROM (SELECT * FROM "\(table)" WHERE \(condition) LIMIT 1), copies
                """,
            arguments: [count])
        guard database.changesCount == count else { throw NothingToCopy(table: table, condition: condition) }
    }

    struct NothingToCopy: Error {
        let table: String
        let condition: String
    }
}
