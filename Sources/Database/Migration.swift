import GRDB

/// One step of the schema. Each step is applied once, in the order of the numbers, in its own transaction.
public struct Migration: Sendable {
    /// Its place in the order; no two steps have the same.
    public let number: Int
    /// A name that says what it is for, such as "2026-11-20 notes"; by it a database knows that it was applied.
    public let id: String
    /// Under which name databases of some programs have it.
    let otherID: String?
    let statements: [SQL]
    let fill: (@Sendable (Writer) throws -> Void)?

    /// A step that runs these statements; each `SQL` is one statement.
    ///
    /// - Parameters:
    ///   - otherID: a name that it had for a while, in databases of that time.
    ///   - fill: runs after them, for values of new columns that SQL cannot compute.
    public init(
        _ number: Int, id: String, otherID: String? = nil, statements: [SQL],
        fill: (@Sendable (Writer) throws -> Void)? = nil
    ) {
        self.number = number
        self.id = id
        self.otherID = otherID
        self.statements = statements
        self.fill = fill
    }

    /// Brings a database to the state after all steps.
    ///
    /// - Parameters:
    ///   - areAll: whether there are no other steps.
    ///   - writer: makes the argument of each step's `fill`.
    /// - Throws: `DatabaseError` of kind `migration` when two steps share a number or an id, when a step fails, or when
    ///   the file has steps that this program does not know, because a newer program wrote it.
    static func apply(
        _ migrations: [Migration], to pool: DatabasePool, areAll: Bool = true,
        writer: @escaping @Sendable (GRDB.Database) -> Writer
    ) throws {
        var migrator = DatabaseMigrator()
        var known: Set<String> = []
        var numbers: Set<Int> = []
        for migration in migrations.sorted(by: { $0.number < $1.number }) {
            guard known.insert(migration.id).inserted, numbers.insert(migration.number).inserted else {
                throw DatabaseError(.migration, "two migrations have the name or the number of “\(migration.id)”")
            }
            migrator.registerMigration(migration.id) { try migration.run($0, writer) }
        }
        if areAll { try refuseNewer(than: migrations, pool) }
        try rename(migrations, in: pool)
        try migrator.migrate(pool)
    }

    /// Changes nothing.
    ///
    /// - Throws: `DatabaseError` of kind `migration` when the file has steps other than these.
    static func refuseNewer(than migrations: [Migration], _ pool: DatabasePool) throws {
        let known = Set(migrations.map { $0.id } + migrations.compactMap { $0.otherID })
        let unknown = try pool.read { try DatabaseMigrator().appliedIdentifiers($0) }.subtracting(known).sorted()
        guard unknown.isEmpty else {
            let names = unknown.joined(separator: "”, “")
            throw DatabaseError(
                .migration, "the database was made by a newer version of this program: it went through “\(names)”")
        }
    }

    /// Gives steps that were applied under another name their own.
    private static func rename(_ migrations: [Migration], in pool: DatabasePool) throws {
        let renamed = migrations.filter { $0.otherID != nil }
        guard !renamed.isEmpty else { return }
        try pool.write { connection in
            guard try connection.tableExists("grdb_migrations") else { return }
            for migration in renamed {
                try connection.execute(
                    sql: "UPDATE grdb_migrations SET identifier = ? WHERE identifier = ?",
                    arguments: [migration.id, migration.otherID])
            }
        }
    }

    private func run(_ connection: GRDB.Database, _ writer: (GRDB.Database) -> Writer) throws {
        do {
            for statement in statements {
                let arguments = StatementArguments(statement.values.map { $0.databaseValue })
                try connection.makeStatement(sql: statement.text).execute(arguments: arguments)
            }
            try fill?(writer(connection))
        } catch let error as GRDB.DatabaseError {
            throw DatabaseError(.migration, "“\(id)” failed: \(DatabaseError(error).message)")
        }
    }
}
