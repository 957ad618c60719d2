import GRDB

/// What statements read, as SQLite says when it prepares them.
enum ReadColumns {
    /// The columns of each table that some statements read; none where only the row's being there counts.
    static func all(of statements: Set<String>, in path: String) throws -> [String: Set<String>] {
        try DatabaseQueue(path: path).read { database in
            var tables: [String: Set<String>] = [:]
            // Maps are databases of their own.
            for text in statements where !text.contains(" FROM tiles ") {
                let region = "\(try database.makeStatement(sql: text).databaseRegion)"
                for table in region.matches(of: #/(\w+)\(([^)]*)\)/#) {
                    let columns = table.2.split(separator: ",").map { String($0) }.filter { $0 != "*" }
                    tables[String(table.1), default: []].formUnion(columns)
                }
            }
            return tables
        }
    }
}
