import Database
import Foundation
import Proximity

@testable import App
@testable import Database

/// A data folder as the program of 26 November 2026 left it, with something of everything.
enum OlderSite {
    /// The last step of the schema of then.
    static let lastStep = 68

    /// Makes it.
    static func make(_ folder: String) throws {
        let steps = UpgradeTests.steps(try TestSite.empty()).filter { $0.number <= lastStep }
        let database = try Database(
            path: folder + "/cairn.sqlite", migrations: steps, clock: { TestSite.noon.milliseconds })
        let statements = try text("OlderSite.sql").components(separatedBy: ";\n")
        try database.write { database in
            for statement in statements where statement.contains("INSERT") {
                try database.execute(SQL(text: statement, values: [], isKept: false))
            }
        }
        database.close()
        try Data(repeating: 7, count: 32).write(to: URL(filePath: folder + "/secret.key"))
    }

    /// The text of a file beside this one.
    static func text(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
        return try String(contentsOf: file, encoding: .utf8)
    }
}
