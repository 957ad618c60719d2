import GRDB

/// One step of the schema. Each step is applied once, in the order of the numbers, in its own transaction.
public struct Migration: Sendable {
    /// Its place in the order; no two steps have the same.
    public let number: Int
    /// A name that says what it is for, such as "2026-11-20 notes"; by it a database knows that it was applied.
    public let id: String
    let statements: [SQL]
    let fill: (@Sendable (Writer) throws -> Void)?

    /// A step that runs these statements; each `SQL` is one statement.
    ///
    /// - Parameter fill: runs after them, for values of new columns that SQL cannot compute.
    public init(
        _ number: Int, _ id: String, _ statements: [SQL], fill: (@Sendable (Writer) throws -> Void)? = nil
    ) {
        self.number = number
        self.id = id
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
        var ids: Set<String> = []
        var numbers: Set<Int> = []
        for migration in migrations.sorted(by: { $0.number < $1.number }) {
            guard ids.insert(migration.id).inserted, numbers.insert(migration.number).inserted else {
                throw DatabaseError(.migration, "two migrations have the name or the number of “\(migration.id)”")
            }
            migrator.registerMigration(migration.id) { try migration.run($0, writer) }
        }
        if areAll { try refuseNewer(than: migrations, pool) }
        try migrator.migrate(pool)
    }

    /// The ids of the steps that a database went through.
    static func applied(to database: some DatabaseReader) throws -> Set<String> {
        try database.read { try DatabaseMigrator().appliedIdentifiers($0) }
    }

    /// - Throws: `DatabaseError` of kind `migration` when a database has steps other than these.
    static func refuseNewer(than migrations: [Migration], _ pool: DatabasePool) throws {
        let unknown = try applied(to: pool).subtracting(migrations.map { $0.id }).sorted()
        guard unknown.isEmpty else {
            let names = unknown.joined(separator: "”, “")
            throw DatabaseError(
                .migration, "the database was made by a newer version of this program: it went through “\(names)”")
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

extension Database {
    /// The ids of the steps of the schema that have been applied.
    ///
    /// - Throws: `DatabaseError`.
    public func appliedMigrations() throws -> Set<String> {
        try DatabaseError.translating { try Migration.applied(to: pool) }
    }

    /// As `appliedMigrations()`, of a file that is not open here, and stays as it is.
    public static func appliedMigrations(of path: String) throws -> Set<String> {
        try DatabaseError.translating {
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try Migration.applied(to: queue)
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: `DatabaseError` of kind `migration` if a newer program wrote the file: it went through other steps.
    public func refuseNewer(than migrations: [Migration]) throws {
        try DatabaseError.translating { try Migration.refuseNewer(than: migrations + [Database.idClock], pool) }
    }
}
