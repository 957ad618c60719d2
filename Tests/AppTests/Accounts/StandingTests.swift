import Database
import Testing

@testable import App

/// What an account's row repeats of other tables: whether it is suspended, deleted, a guest's.
struct StandingTests {
    /// The accounts whose row says something else than the tables do.
    private func wrong(_ site: TestSite) throws -> [String] {
        try site.app.site.database.read { database in
            try database.all(
                """
                SELECT username_folded FROM account
                WHERE is_suspended <> (SELECT count(*) FROM suspension WHERE suspension.account_id = account.id)
                  OR is_deleted <> (SELECT count(*) FROM deleted_account WHERE deleted_account.account_id = account.id)
                  OR is_guest <> (SELECT count(*) FROM guest_account WHERE guest_account.account_id = account.id)
                """
            ) { try $0["username_folded"] }
        }
    }

    /// How many accounts are suspended, deleted, guests', by their rows.
    private func counts(_ site: TestSite) throws -> [Int] {
        try site.app.site.database.read { database in
            try ["is_suspended = 1", "is_deleted = 1", "is_guest = 1"].map { (condition: SQL) in
                try database.value("SELECT count(*) FROM account WHERE \(condition)") ?? 0
            }
        }
    }

    @Test func `an account's row says what the tables say, whatever happens to it`() throws {
        let site = try TestSite.demo()
        let before = try counts(site)
        #expect(try wrong(site) == [])
        let database = site.app.site.database

        let mikko = try site.account("mikko")
        try site.suspend(mikko)
        #expect(try wrong(site) == [] && counts(site) == [before[0] + 1, before[1], before[2]])
        _ = try database.write { try AccountQueries.unsuspend($0, mikko) }
        #expect(try wrong(site) == [] && counts(site) == before)

        site.addDen()
        let (_, guest) = try site.guest()
        #expect(try wrong(site) == [] && counts(site)[2] == before[2] + 1)
        let (_, kim) = try site.guest()
        let account = NewAccount(username: try Username("kim_kim"), timeZone: "UTC")
        let isMember = try database.write {
            try AccountQueries.upgrade($0, kim, to: account, password: "nobody signs in by this", at: site.now)
        }
        #expect(try isMember && wrong(site) == [] && counts(site)[2] == before[2] + 1)
        let sofia = try site.account("sofia")
        try database.write { database in
            try AccountQueries.deleteAccount(
                database, sofia, nameCode: DeletedAccount.code(of: "sofia", key: site.app.site.key), at: site.now)
            try AccountQueries.deleteAccount(database, guest, nameCode: nil, at: site.now)
        }
        #expect(try wrong(site) == [] && counts(site) == [before[0] + 2, before[1] + 2, before[2]])
    }
}
