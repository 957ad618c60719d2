import Database
import HTTP
import Proximity

/// The invitations of everybody, for administrators: who may be coming, and by whom.
extension Friends {
    /// `GET /admin/invites`
    func showAllInvites(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (found, next) = try site.database.read { database in
            try FriendQueries.openInvites(database, after: Cursor(context.query["after"]), context.now)
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let frame = context.frame("Invites", .you)
        let page = InviteAdminPage(
            frame: frame, registration: site.settings.registration,
            rows: found.map { OpenInvitePart($0, csrf: frame.csrf, times: times) },
            more: MorePart(FriendPaths.allInvites, next))
        return context.page(page)
    }

    /// `POST /admin/invites/{id}/end`: a link of somebody's that anybody may use, by the id of its account.
    func endInviteOfOther(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try end(context, viewer) { database, id in
            let owner = ID<Account>(rawValue: id)
            guard let person = try FriendQueries.openInviter(database, of: owner, context.now) else { return nil }
            try FriendQueries.endInvite(database, of: owner, context.now)
            return person
        }
    }

    /// `POST /admin/invites/single/{id}/end`: one that was made for one person.
    func endSingleInviteOfOther(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try end(context, viewer) { database, id in
            let invite = ID<SingleInvite>(rawValue: id)
            guard let person = try FriendQueries.openInviter(database, of: invite, context.now) else { return nil }
            return try FriendQueries.cancelSingleInvite(database, invite, of: person.id) ? person : nil
        }
    }

    /// - Parameter end: ends the invitation with an id and returns who made it; nil if there is none.
    private func end(
        _ context: RequestContext, _ viewer: Viewer, end: (Writer, Int64) throws -> Person?
    ) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<SingleInvite>($0) }) else { throw Failure.notFound }
        let name = try site.database.write { database in
            guard let person = try end(database, id.rawValue) else { throw Failure.notFound }
            try site.features.record(
                database, "ended an invitation", by: viewer, detail: "by \(person.username)", at: context.now)
            return person.fullName
        }
        return context.redirect(to: FriendPaths.allInvites, saying: "\(name)’s link no longer works.")
    }
}

/// An invitation that may still be used, as administrators see it: without its link.
struct OpenInvite: Sendable {
    /// What the addresses of its forms hold: of a link for anybody the id of its account.
    let id: Int64
    let isSingle: Bool
    let person: Person
    let createdAt: Timestamp
    let endsAt: Timestamp
}

/// SQL on everybody's invitations.
extension FriendQueries {
    /// Most invitations on a page.
    private static let maxOpen = 50

    /// Invitations that may still be used, those that end last first: one page and the cursor of the next.
    static func openInvites(
        _ database: Reader, after cursor: Cursor?, _ now: Timestamp
    ) throws -> (found: [OpenInvite], next: Cursor?) {
        let lasting = try database.all(
            """
            SELECT account_id AS invite_id, 0 AS is_single, invite.created_at AS made_at, ends_at, \(Person.columns)
            FROM invite JOIN \(Person.everyone) AS person ON person.id = account_id
            WHERE ends_at > \(now)
              AND \(Cursor.rows(after: cursor, by: "ends_at", "account_id", limit: maxOpen + 1))
            """, openInvite)
        let single = try database.all(
            """
            SELECT single_invite.id AS invite_id, 1 AS is_single, single_invite.created_at AS made_at, ends_at, \(Person.columns)
            FROM single_invite JOIN \(Person.everyone) AS person ON person.id = account_id
            WHERE ends_at > \(now) AND used_at IS NULL
              AND \(Cursor.rows(after: cursor, by: "ends_at", "single_invite.id", limit: maxOpen + 1))
            """, openInvite)
        let found = (lasting + single).sorted { ($1.endsAt, $1.id) < ($0.endsAt, $0.id) }
        return Cursor.page(Array(found.prefix(maxOpen + 1)), size: maxOpen) { Cursor(time: $0.endsAt, id: $0.id) }
    }

    private static func openInvite(_ row: Row) throws -> OpenInvite {
        OpenInvite(
            id: try row["invite_id"], isSingle: try row["is_single"], person: try Person(row),
            createdAt: try row["made_at"],
            endsAt: try row["ends_at"])
    }

    /// Whose link for anybody works; nil for nobody's.
    static func openInviter(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Person? {
        try database.first(
            """
            SELECT \(Person.columns) FROM invite JOIN \(Person.everyone) AS person ON person.id = account_id
            WHERE account_id = \(account) AND ends_at > \(now)
            """, Person.init)
    }

    /// Who made an invitation for one person that waits; nil if there is none.
    static func openInviter(_ database: Reader, of invite: ID<SingleInvite>, _ now: Timestamp) throws -> Person? {
        try database.first(
            """
            SELECT \(Person.columns) FROM single_invite JOIN \(Person.everyone) AS person ON person.id = account_id
            WHERE single_invite.id = \(invite) AND ends_at > \(now) AND used_at IS NULL
            """, Person.init)
    }
}
