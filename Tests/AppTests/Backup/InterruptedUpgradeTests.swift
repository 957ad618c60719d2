import Database
import Foundation
import GRDB
import TestTools
import Testing

@testable import App
@testable import Database

/// What a kill in the middle of an upgrade leaves.
struct InterruptedUpgradeTests {
    /// Copies of a database at some statements of its migration: each is what a kill at that moment leaves.
    private func kills(
        _ path: String, _ steps: [Migration], in folder: Folder, oneIn count: Int
    ) throws -> (statements: Int, copies: [String]) {
        let database = try Database(path: path, clock: { TestSite.noon.milliseconds })
        let sample = Sample(oneIn: count)
        var (statements, copies) = (0, [String]())
        database.pool.writeWithoutTransaction { connection in
            connection.trace { _ in
                statements += 1
                guard statements == 1 || sample.takes("statement \(statements)") else { return }
                let copy = "\(folder.path)/\(statements)"
                try? FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
                for companion in ["", "-wal"] {
                    try? FileManager.default.copyItem(
                        atPath: path + companion, toPath: copy + "/cairn.sqlite" + companion)
                }
                copies.append(copy)
            }
        }
        try database.migrate(steps)
        database.close()
        return (statements, copies)
    }

    /// The program that is started next makes a whole database of it.
    @Test func `a migration that is killed at any statement is finished by the next start`() throws {
        let (scratch, steps) = (Folder(), UpgradeTests.steps(try TestSite.empty()))
        let path = scratch.path + "/cairn.sqlite"
        let (statements, snapshots) = try kills(path, steps, in: scratch, oneIn: 12)
        #expect(statements > 400 && snapshots.count > 1)
        let whole = try DatabaseContents.of(path)
        for snapshot in snapshots {
            let next = try Database(
                path: snapshot + "/cairn.sqlite", migrations: steps, clock: { TestSite.noon.milliseconds })
            try next.checkIntegrity()
            next.close()
            #expect(try DatabaseContents.of(snapshot + "/cairn.sqlite") == whole, "\(snapshot)")
        }
    }

    @Test func `a site in use whose upgrade is killed anywhere opens with the newer or the older program`() throws {
        let (scratch, steps) = (Folder(), UpgradeTests.steps(try TestSite.empty()))
        let older = steps.filter { $0.number <= OlderSite.lastStep }
        let folder = scratch.path + "/site"
        try OlderSite.make(folder)
        let before = try DatabaseContents.of(folder + "/cairn.sqlite")
        let (statements, snapshots) = try kills(folder + "/cairn.sqlite", steps, in: scratch, oneIn: 4)
        #expect(statements > 60 && snapshots.count > 2)
        let whole = try DatabaseContents.of(folder + "/cairn.sqlite")
        var opened = 0
        for snapshot in snapshots {
            let path = snapshot + "/cairn.sqlite"
            // On a copy: looking ends what the kill left unfinished.
            let left = try DatabaseContents.ofCopy(path)
            do {
                try Database(path: path, migrations: older, clock: { TestSite.noon.milliseconds }).close()
                opened += 1
                #expect(left == before, "\(snapshot): the older program opens what is its own")
            } catch { #expect("\(error)".contains("made by a newer version"), "\(snapshot)") }
            #expect(try DatabaseContents.of(path) == left, "\(snapshot): the older program changes nothing")
            let next = try Database(path: path, migrations: steps, clock: { TestSite.noon.milliseconds })
            try next.checkIntegrity()
            next.close()
            #expect(try DatabaseContents.of(path) == whole, "\(snapshot)")
        }
        #expect(opened > 0 && opened < snapshots.count)
    }
}
