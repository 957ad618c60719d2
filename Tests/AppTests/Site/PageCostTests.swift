import Synchronization
import Testing

@testable import App
@testable import Database

/// What a page asks of the database when it is visited again.
struct PageCostTests {
    /// The most statements of a page. Somebody who is out in three groups, with a photo of the day due, needs most of them for
    /// what stands above every page.
    private static let most = 50
    /// The most times that a page runs the same statement: once for each of three groups and once more. One for each row of a
    /// list would be more.
    private static let mostOften = 4
    /// The most statements that a page runs more where each of its lists has thirty rows more. Notices are asked for in parts,
    /// and a part may hold nothing any more that is shown.
    private static let mostMore = 12

    @Test func `a page visited again prepares no statement, and runs few`() throws {
        let walk = try SettledWalk.shared.get()
        let site = try walk.site.copy()
        var pages = 0
        for target in walk.targets where target.method == .get {
            let role: NastyValueTests.Role = target.access == .admin ? .administrator : .member
            let visitor = try role.visitor(site)
            // What a page shows once is gone, and what it marks is marked.
            var texts: Set<String> = []
            for _ in 1...2 { texts.formUnion(try statements(visitor, target.path).map { $0.text }) }
            let again = try statements(visitor, target.path)
            for sql in again {
                #expect(sql.isKept && texts.contains(sql.text), "\(target.pattern) prepares again: \(sql.text)")
            }
            if !again.isEmpty { pages += 1 }
            #expect(again.count <= PageCostTests.most, "\(target.pattern)")
            // Of a map, each tile is a row.
            let stored = again.filter { !$0.text.contains("FROM tiles") }
            let often = Dictionary(grouping: stored) { $0.text }.max { $0.value.count < $1.value.count }
            #expect(often?.value.count ?? 0 <= PageCostTests.mostOften, "\(target.pattern): \(often?.key ?? "")")
        }
        #expect(pages > 80)
    }

    @Test func `what a page runs does not grow with its rows`() throws {
        let walk = try SettledWalk.shared.get()
        let few = try visits(walk, adding: 1)
        let many = try visits(walk, adding: 30)
        #expect(few.count > 80)
        for (pattern, statements) in few {
            let more = try #require(many[pattern])
            #expect(
                more.count <= statements.count + PageCostTests.mostMore,
                "\(pattern): \(more.filter { !statements.contains($0) })")
        }
    }

    /// The statements of each page, visited twice, in a world with so many more of each row.
    private func visits(_ walk: SettledWalk, adding count: Int) throws -> [String: [String]] {
        let site = try walk.site.copy()
        try ManyRows(site: site, count: count).add()
        var visits: [String: [String]] = [:]
        for target in walk.targets where target.method == .get {
            let role: NastyValueTests.Role = target.access == .admin ? .administrator : .member
            let visitor = try role.visitor(site)
            try visitor.get(target.path)
            #expect(visitor.page.status < 500, "\(target.pattern)")
            // Of a map, each tile is a row.
            visits[target.pattern] = try statements(visitor, target.path).map { $0.text }
                .filter { !$0.contains("FROM tiles") }
        }
        return visits
    }

    /// What a visit runs.
    private func statements(_ visitor: Visitor, _ path: String) throws -> [SQL] {
        let run = Mutex<[SQL]>([])
        let note: @Sendable (SQL) -> Void = { sql in run.withLock { $0.append(sql) } }
        try Reader.$observer.withValue(note) { _ = try visitor.get(path) }
        return run.withLock { $0 }
    }
}
