import Testing

@testable import App
@testable import Database

/// Reads all stored data, whatever the tables are.
extension TestSite {
    /// How many rows the site has inserted, updated or deleted since it was opened, also by foreign keys.
    var writtenRows: Int { app.site.database.writtenRows }

    /// The rows of every table, each as SQL literals.
    func everythingStored() throws -> [String: [String]] {
        try app.site.database.read { database in
            let tables: [String] = try database.all(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            ) { try $0["name"] }
            var rows: [String: [String]] = [:]
            for table in tables { rows[table] = try TestSite.rows(database, table) }
            return rows
        }
    }

    /// The row of an account by column.
    func accountRow(_ id: ID<Account>) throws -> [String: String] {
        try app.site.database.read { database in
            let values = try TestSite.rows(database, "account", where: "id = \(id.rawValue)")
            let names = try TestSite.columns(database, "account")
            let row = try #require(values.first).split(separator: "\u{1F}", omittingEmptySubsequences: false)
            return Dictionary(uniqueKeysWithValues: zip(names, row.map { String($0) }))
        }
    }

    private static func columns(_ database: Reader, _ table: String) throws -> [String] {
        try database.all("SELECT name FROM pragma_table_info(\(table)) ORDER BY cid") { try $0["name"] }
    }

    /// Each row as one line, with its columns between separators.
    private static func rows(_ database: Reader, _ table: String, where condition: String = "1") throws -> [String] {
        let names = try columns(database, table)
        let values = names.map { "quote(\"\($0)\")" }.joined(separator: " || char(31) || ")
        let text = "SELECT \(values) AS line FROM \"\(table)\" WHERE \(condition) ORDER BY 1"
        return try database.all(SQL(text: text, values: [], isKept: false)) { try $0["line"] }
    }
}
