import Database
import Synchronization
import Testing

@testable import App

/// The row of a deleted account.
struct DeletedAccountTests {
    @Test func `every column of a deleted account is cleared, except those listed`() throws {
        // The columns that stay, with the reason.
        let kept = [
            "id": "what others keep refers to it", "created_at": "the order of accounts",
            "is_suspended": "nobody sees it", "is_deleted": "what it is now", "is_guest": "a name of its own is gone",
        ]
        let site = try TestSite.demo()
        let columns: [String] = try site.app.site.database.read {
            try $0.all("SELECT name FROM pragma_table_info('account')") { try $0["name"] }
        }
        #expect(columns.count >= 18)
        let emptied = Mutex<Set<String>>([])
        let note: @Sendable (SQL) -> Void = { sql in
            guard sql.text.hasPrefix("UPDATE account SET"), let changes = sql.text.split(separator: "WHERE").first
            else { return }
            let names = changes.matches(of: #/(\w+) = /#).map { String($0.1) }
            emptied.withLock { $0.formUnion(names) }
        }
        let id = try site.account("mikko")
        try Reader.$observer.withValue(note) {
            try site.app.site.database.write { database in
                let code = DeletedAccount.code(of: "mikko", key: site.app.site.key)
                try AccountQueries.deleteAccount(database, id, nameCode: code, at: site.now)
            }
        }
        let forgotten = Set(columns).subtracting(emptied.withLock { $0 }).subtracting(kept.keys)
        #expect(forgotten.sorted() == [], "say in AccountQueries.deleteAccount what becomes of it")
    }
}
