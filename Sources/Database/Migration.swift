import GRDB

/// One step of the schema. Steps are applied once each, in the order of their ids, each in a transaction.
public struct Migration: Sendable {
    /// A date and a word, such as "2026-11-20 notes": sorts by time.
    public let id: String
    let statements: [SQL]

    /// A step that runs these statements.
    public init(_ id: String, _ statements: [SQL]) {
        self.id = id
        self.statements = statements
    }

    /// Brings a database to the state after all steps.
    ///
    /// - Throws: `DatabaseError` of kind `migration` when two steps share an id, or when the file has been through steps
    ///   that this program does not know: it belongs to a newer one.
    static func apply(_ migrations: [Migration], to pool: DatabasePool) throws {
        var migrator = DatabaseMigrator()
        var previous = ""
        for migration in migrations.sorted(by: { $0.id < $1.id }) {
            if migration.id == previous {
                throw DatabaseError(.migration, "two migrations are called “\(migration.id)”")
            }
            previous = migration.id
            migrator.registerMigration(migration.id) { connection in
                for statement in migration.statements { try Reader(connection).statement(statement).execute() }
            }
        }
        if try pool.read({ try migrator.hasBeenSuperseded($0) }) {
            throw DatabaseError(.migration, "the database was made by a newer version of this program")
        }
        try migrator.migrate(pool)
    }
}
