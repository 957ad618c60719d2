import TestTools
import Testing

/// The search by which `PlanTests` finds the statement of a literal.
struct PieceSearchTests {
    private let search = PieceSearch(["SELECT a FROM b WHERE c = ?", "DELETE FROM b"])

    @Test(arguments: [
        ["SELECT a"], ["SELECT ", " FROM ", " = ?"], ["", "DELETE FROM b", ""], ["b WHERE c", "?"], [""],
    ])
    func `pieces in their order are found`(pieces: [String]) { #expect(search.finds(pieces)) }

    @Test(arguments: [
        ["UPDATE"], ["FROM", "SELECT"], ["SELECT a", "DELETE"], ["FROM b", "b"], ["SELECT a FROM b WHERE c = ??"],
    ])
    func `others are not`(pieces: [String]) { #expect(!search.finds(pieces)) }
}
