import GRDB

/// What a write works with: sees its own changes, and everything that is committed. Good within its closure only.
///
/// Transactions are not its business: `BEGIN`, `COMMIT`, `ROLLBACK` and savepoints are those of `Database.write`.
public final class Writer: Reader {
    private let ids: IDSequence
    private let clock: () -> Int64
    private var hasMadeIDs = false

    init(_ connection: GRDB.Database, _ ids: IDSequence, _ clock: @escaping () -> Int64) {
        self.ids = ids
        self.clock = clock
        super.init(connection)
    }

    /// Runs a statement.
    ///
    /// - Returns: how many rows it inserted, changed or deleted, without those that followed by a foreign key.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func execute(_ sql: SQL) throws -> Int {
        try DatabaseError.translating {
            let before = connection.totalChangesCount
            try statement(sql).execute()
            // SQLite's count is that of the last INSERT, UPDATE or DELETE, which this need not have been.
            return connection.totalChangesCount == before ? 0 : connection.changesCount
        }
    }

    /// A new id, larger than every one before.
    ///
    /// - Throws: `DatabaseError`.
    public func newID<Entity>(_: Entity.Type = Entity.self) throws -> ID<Entity> {
        if !hasMadeIDs {
            // Another process may have made ids meanwhile; it cannot now, for this transaction is the only one that writes.
            ids.pass(try value("SELECT mark FROM id_clock WHERE node = \(ids.node)") ?? 0)
            hasMadeIDs = true
        }
        return ID(rawValue: try ids.next(now: clock()))
    }

    /// Keeps the highest id with what was written, so that a restart goes on after it.
    func storeMark() throws {
        guard hasMadeIDs else { return }
        try execute(
            """
            INSERT INTO id_clock (node, mark) VALUES (\(ids.node), \(ids.mark))
            ON CONFLICT (node) DO UPDATE SET mark = excluded.mark
            """)
    }
}
