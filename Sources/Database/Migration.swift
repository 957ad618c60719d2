import GRDB

/// One step of the schema. Steps are applied once each, in the order of their ids, each in a transaction.
public struct Migration: Sendable {
    /// A date and a word, such as "2026-11-20 notes": sorts by time.
    public let id: String
    let statements: [SQL]

    /// A step that runs these statements, one each.
    public init(_ id: String, _ statements: [SQL]) {
        self.id = id
        self.statements = statements
    }

    /// Brings a database to the state after all steps.
    ///
    /// - Throws: `DatabaseError` of kind `migration` when two steps share an id, when a step fails, or when the file has
    ///   been through steps that this program does not know: it belongs to a newer one.
    static func apply(_ migrations: [Migration], to pool: DatabasePool) throws {
        var migrator = DatabaseMigrator()
        var known: Set<String> = []
        for migration in migrations.sorted(by: { $0.id < $1.id }) {
            guard known.insert(migration.id).inserted else {
                throw DatabaseError(.migration, "two migrations are called “\(migration.id)”")
            }
            migrator.registerMigration(migration.id) { try migration.run($0) }
        }
        let unknown = try pool.read { try migrator.appliedIdentifiers($0) }.subtracting(known).sorted()
        guard unknown.isEmpty else {
            let names = unknown.joined(separator: "”, “")
            throw DatabaseError(
                .migration, "the database was made by a newer version of this program: it went through “\(names)”")
        }
        try migrator.migrate(pool)
    }

    private func run(_ connection: GRDB.Database) throws {
        do {
            for statement in statements {
                let arguments = StatementArguments(statement.values.map { $0.databaseValue })
                try connection.makeStatement(sql: statement.text).execute(arguments: arguments)
            }
        } catch let error as GRDB.DatabaseError {
            throw DatabaseError(.migration, "“\(id)” failed: \(DatabaseError(error).message)")
        }
    }
}
