import GRDB

/// The argument of a write: sees its own changes and everything committed. Valid only inside its closure.
///
/// It must not run `BEGIN`, `COMMIT`, `ROLLBACK` or savepoints: `Database.write` does.
public final class Writer: Reader {
    private let ids: IDSequence
    private let clock: () -> Int64
    private var hasMadeIDs = false
    /// Called after the commit, in this order.
    var reactions: [@Sendable () -> Void] = []

    init(
        _ connection: GRDB.Database, _ ids: IDSequence, _ clock: @escaping () -> Int64, _ slow: SlowStatements? = nil
    ) {
        self.ids = ids
        self.clock = clock
        super.init(connection, slow)
    }

    /// Runs a statement.
    ///
    /// - Returns: the number of rows inserted, changed or deleted, without those changed through a foreign key.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func execute(_ sql: SQL) throws -> Int {
        try DatabaseError.translating {
            let before = connection.totalChangesCount
            let prepared = PreparedStatement(try statement(sql))
            try watching(sql) { try prepared.run() }
            // SQLite reports the count of the last INSERT, UPDATE or DELETE, which may be an earlier statement.
            return connection.totalChangesCount == before ? 0 : connection.changesCount
        }
    }

    /// A new id, larger than all earlier ones.
    ///
    /// - Throws: `DatabaseError`.
    public func newID<Entity>(_: Entity.Type = Entity.self) throws -> ID<Entity> {
        if !hasMadeIDs {
            // Another process may have made ids meanwhile. It cannot now, because only this transaction writes.
            ids.pass(try value("SELECT mark FROM id_clock WHERE node = \(ids.node)") ?? 0)
            hasMadeIDs = true
        }
        return ID(rawValue: try ids.next(now: clock()))
    }

    /// A new id that does not tell when it was made, for rows whose ids stand in the addresses of pages for others.
    public func newUnorderedID<Entity>(_: Entity.Type = Entity.self) -> ID<Entity> { ID(rawValue: ids.unordered()) }

    /// Calls `react` once the write is committed, never when it fails. It must be short and must not use the database,
    /// because other writes wait for it: it wakes another thread.
    public func afterCommit(_ react: @escaping @Sendable () -> Void) { reactions.append(react) }

    /// Stores the highest id in the same transaction, so that a restart continues after it.
    func storeMark() throws {
        guard hasMadeIDs else { return }
        try execute(
            """
            INSERT INTO id_clock (node, mark) VALUES (\(ids.node), \(ids.mark))
            ON CONFLICT (node) DO UPDATE SET mark = excluded.mark
            """)
    }
}
