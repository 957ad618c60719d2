import Foundation
import Logging
import Testing

@testable import App

/// The key of a data folder: what it signs is void with any other.
struct SecretKeyTests {
    private func open(_ folder: String) throws -> App {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try App(options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func bytes(_ file: String) -> Data? { FileManager.default.contents(atPath: file) }

    /// What a refused start says.
    private func refusal(_ folder: String) -> String {
        let error = #expect(throws: UnusableKey.self) { try open(folder) }
        return error?.description ?? ""
    }

    @Test(arguments: [0, 31, 33])
    func `a damaged key refuses the start and stays as it is`(count: Int) throws {
        let site = try TestSite.demo()
        let file = site.folder + "/secret.key"
        let damaged = Data(repeating: 7, count: count)
        try damaged.write(to: URL(fileURLWithPath: file))
        let words = refusal(site.folder)
        #expect(words.contains("holds \(count) bytes instead of 32") && words.contains("from a backup"))
        #expect(words.contains("/dev/urandom > \(file)") && words.contains("voids every invitation link"))
        #expect(!words.contains("\n") && bytes(file) == damaged)
    }

    @Test func `a missing key is made in a fresh folder, and refuses the start where people depend on it`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/secret.key"
        let first = try #require(bytes(file))
        #expect(first.count == 32)
        // Nobody has signed up: nothing was signed for anybody.
        unlink(file)
        try open(site.folder).close()
        #expect(bytes(file)?.count == 32 && bytes(file) != first)
        try site.newAccount("somebody").get("/you").gets(200)
        unlink(file)
        #expect(refusal(site.folder).contains("is missing, and the site already has accounts"))
        #expect(bytes(file) == nil)
        // What the refusal says mends it.
        try Data(repeating: 9, count: 32).write(to: URL(fileURLWithPath: file))
        try open(site.folder).close()
    }

    @Test func `a key that cannot be read is not a missing one`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/secret.key"
        unlink(file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(refusal(site.folder).contains("cannot be read"))
    }

    @Test func `a private file is replaced whole, and what a killed process left does not matter`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/private"
        try Data("cut sho".utf8).write(to: URL(fileURLWithPath: file + ".new"))
        for text in ["first", "second"] {
            try PrivateFile.write(Array(text.utf8), to: file)
            #expect(bytes(file) == Data(text.utf8) && !FileManager.default.fileExists(atPath: file + ".new"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // Where it cannot be written, the old one stays.
        try FileManager.default.createDirectory(atPath: file + ".new", withIntermediateDirectories: false)
        #expect(throws: (any Error).self) { try PrivateFile.write(Array("third".utf8), to: file) }
        #expect(bytes(file) == Data("second".utf8))
    }
}
