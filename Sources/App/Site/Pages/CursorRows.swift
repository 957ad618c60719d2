import Database
import Proximity

// The fuzz target reads cursors without the statements that follow from them.
extension Cursor {
    /// The end of a query's condition, its order and its limit: the rows after a cursor.
    ///
    /// Both columns are compared as one value: an index on them is entered at the cursor.
    ///
    /// - Parameters:
    ///   - time: the column of the time by which the list is sorted; `id`: that of the id.
    ///   - isOldestFirst: else newest first.
    static func rows(
        after cursor: Cursor?, by time: SQL, _ id: SQL, isOldestFirst: Bool = false, limit: Int
    ) -> SQL {
        let from = cursor ?? (isOldestFirst ? .oldest : .newest)
        return isOldestFirst
            ? "(\(time), \(id)) > (\(from.time), \(from.id)) ORDER BY \(time), \(id) LIMIT \(limit)"
            : "(\(time), \(id)) < (\(from.time), \(from.id)) ORDER BY \(time) DESC, \(id) DESC LIMIT \(limit)"
    }
}
