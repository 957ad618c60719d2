import Foundation
import Synchronization
import Testing

@testable import App
@testable import Database

/// What a page asks of the database when it is visited again.
///
/// `PageCost.txt` says how many statements each page runs, and how many steps SQLite takes for them; no page may run more
/// statements, or take a quarter more steps. A step is an instruction of SQLite's own program: each row that is read or
/// passed over takes some, whatever the machine. `CAIRN_RECORD=1` rewrites the file; then read it: a page that grew shall
/// have a reason.
struct PageCostTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PageCost.txt")
    /// What a page may do.
    private struct Cost {
        let statements: Int
        let steps: Int
        /// Another version of SQLite takes a few steps more or fewer for the same rows.
        var maxSteps: Int { steps + steps / 4 }
    }

    private static let isRecording = ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil

    @Test func `a page visited again prepares no statement, and runs and reads no more than the list says`() throws {
        let walk = try SettledWalk.shared.get()
        let site = try walk.site.copy()
        let known = try PageCostTests.recorded()
        var lines: [String] = []
        for target in walk.targets where target.method == .get {
            let role: NastyValueTests.Role = target.access == .admin ? .administrator : .member
            let visitor = try role.visitor(site)
            // What a page shows once is gone, and what it marks is marked.
            var texts: Set<String> = []
            for _ in 1...2 { texts.formUnion(try statements(visitor, target.path).map { $0.text }) }
            let before = site.app.site.database.readSteps
            let again = try statements(visitor, target.path)
            // Without statements, those of an empty snapshot.
            let steps = again.isEmpty ? 0 : site.app.site.database.readSteps - before
            for sql in again {
                #expect(sql.isKept && texts.contains(sql.text), "\(target.pattern) prepares again: \(sql.text)")
            }
            if !again.isEmpty { lines.append("\(target.pattern) \(again.count) \(steps)") }
            guard !PageCostTests.isRecording else { continue }
            let cost = known[target.pattern] ?? Cost(statements: 0, steps: 0)
            #expect(again.count <= cost.statements, "\(target.pattern)")
            #expect(steps <= cost.maxSteps, "\(target.pattern) reads more rows")
        }
        #expect(lines.count > 80)
        guard PageCostTests.isRecording else { return }
        try (lines.sorted().joined(separator: "\n") + "\n").write(
            to: PageCostTests.file, atomically: true, encoding: .utf8)
    }

    /// What a visit runs.
    private func statements(_ visitor: Visitor, _ path: String) throws -> [SQL] {
        let run = Mutex<[SQL]>([])
        let note: @Sendable (SQL) -> Void = { sql in run.withLock { $0.append(sql) } }
        try Reader.$observer.withValue(note) { _ = try visitor.get(path) }
        return run.withLock { $0 }
    }

    private static func recorded() throws -> [String: Cost] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
        return text.split(separator: "\n").reduce(into: [:]) { list, line in
            let words = line.split(separator: " ")
            guard words.count == 3, let statements = Int(words[1]), let steps = Int(words[2]) else { return }
            list[String(words[0])] = Cost(statements: statements, steps: steps)
        }
    }
}
