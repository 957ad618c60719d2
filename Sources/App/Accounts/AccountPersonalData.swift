import Database
import Proximity

/// The personal data in the account itself.
extension Accounts {
    var personalData: PersonalData {
        PersonalData(
            exported: ["account", "session", "administrator", "suspension"],
            leftOut: [
                "account_token": "only codes of links in mails, which are good for nothing else",
                "deleted_account": "only those who left have one",
                "guest_account": "only guests have one, who have no export",
            ],
            files: [
                .init(path: "account.json", words: "your names, email address, date of birth and profile"),
                .init(path: "preferences.json", words: "your settings"),
                .init(path: "sessions.json", words: "where you’re signed in"),
            ],
            deleted: [
                .init(
                    icon: "user", title: "You",
                    words: "Your names, profile, picture, email address, password and settings. All sessions end.")
            ],
            count: { _, _ in 3 },
            export: { writer, account in
                try writer.one("account.json") { try AccountExport.account($0, account) }
                try writer.one("preferences.json") { try AccountExport.preferences($0, account) }
                try writer.one("sessions.json") { try AccountExport.sessions($0, account, at: writer.now) }
            },
            delete: { database, account, _ in
                try AccountQueries.endAllSessions(database, of: account)
                for purpose in [LinkPurpose.confirm, .reset] {
                    try AddressQueries.deleteLinks(database, purpose, of: account)
                }
            })
    }
}

private enum AccountExport {
    struct Owner: Encodable {
        let username: String
        let displayName: String?
        let email: String?
        let emailConfirmed: String?
        let birthDate: String?
        let bio: String
        let phone: String
        let picture: String?
        let joined: String
        let administratorSince: String?
    }

    struct Preferences: Encodable {
        let timeZone: String
        let units: String
        let theme: String
        let positionsKeptHours: Int
        let receipts: Bool
        let area: Bool
        let pausedUntil: String?
    }

    struct Session: Encodable {
        let browser: String
        let began: String
        let lastUsed: String
    }

    static func account(_ database: Reader, _ id: ID<Account>) throws -> Owner? {
        try database.first(
            """
            SELECT username, display_name, email, email_confirmed_at, birth_date, bio, phone, picture,
              account.created_at AS created_at, administrator.created_at AS administrator_since
            FROM account LEFT JOIN administrator ON administrator.account_id = account.id WHERE account.id = \(id)
            """
        ) { row in
            Owner(
                username: try row["username"], displayName: try row["display_name"], email: try row["email"],
                emailConfirmed: try row.machine("email_confirmed_at"),
                birthDate: try row["birth_date"], bio: try row["bio"], phone: try row["phone"],
                picture: try row["picture"], joined: RelativeTimeFormatter.machine(try row["created_at"]),
                administratorSince: try row.machine("administrator_since"))
        }
    }

    static func preferences(_ database: Reader, _ id: ID<Account>) throws -> Preferences? {
        try database.first(
            "SELECT time_zone, units, theme, retention_h, receipts, area, paused_until FROM account WHERE id = \(id)"
        ) { row in
            Preferences(
                timeZone: try row["time_zone"], units: try row["units"], theme: try row["theme"],
                positionsKeptHours: try row["retention_h"], receipts: try row["receipts"],
                area: try row["area"], pausedUntil: try row.machine("paused_until"))
        }
    }

    static func sessions(_ database: Reader, _ id: ID<Account>, at now: Timestamp) throws -> [Session] {
        try AccountQueries.sessions(database, of: id, now).map {
            Session(
                browser: $0.agent, began: RelativeTimeFormatter.machine($0.createdAt),
                lastUsed: RelativeTimeFormatter.machine($0.usedAt))
        }
    }
}
