import Foundation
import Logging
import Testing

@testable import App

/// The key of a data folder: signatures are invalid under any other key.
struct SecretKeyTests {
    private func open(_ folder: String) throws -> App {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try App(options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func bytes(_ file: String) -> Data? { FileManager.default.contents(atPath: file) }

    /// The message of a refused start.
    private func refusal(_ folder: String) -> String {
        let error = #expect(throws: UnusableKey.self) { try open(folder) }
        return error?.description ?? ""
    }

    @Test(arguments: [0, 31, 33])
    func `a damaged key prevents the start and stays unchanged`(count: Int) throws {
        let site = try TestSite.demo()
        let file = site.folder + "/secret.key"
        let damaged = Data(repeating: 7, count: count)
        try damaged.write(to: URL(fileURLWithPath: file))
        let words = refusal(site.folder)
        #expect(words.contains("holds \(count) bytes instead of 32") && words.contains("from a backup"))
        #expect(words.contains("/dev/urandom > \(file)") && words.contains("voids every invitation link"))
        #expect(!words.contains("\n") && bytes(file) == damaged)
    }

    @Test func `a missing key is created in a new folder and prevents the start if there are accounts`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/secret.key"
        let first = try #require(bytes(file))
        #expect(first.count == 32)
        // Nobody has signed up, so nothing has been signed.
        unlink(file)
        try open(site.folder).close()
        #expect(bytes(file)?.count == 32 && bytes(file) != first)
        try site.newAccount("somebody").get("/you").gets(200)
        unlink(file)
        #expect(refusal(site.folder).contains("is missing, and the site already has accounts"))
        #expect(bytes(file) == nil)
        // Following the message repairs it.
        try Data(repeating: 9, count: 32).write(to: URL(fileURLWithPath: file))
        try open(site.folder).close()
    }

    @Test func `an unreadable key is not a missing one`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/secret.key"
        unlink(file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(refusal(site.folder).contains("cannot be read"))
    }

    @Test func `a private file is replaced as a whole, despite leftovers of a killed process`() throws {
        let site = try TestSite.empty()
        let file = site.folder + "/private"
        try Data("cut sho".utf8).write(to: URL(fileURLWithPath: file + ".new"))
        for text in ["first", "second"] {
            try PrivateFile.write(Array(text.utf8), to: file)
            #expect(bytes(file) == Data(text.utf8) && !FileManager.default.fileExists(atPath: file + ".new"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // If it cannot be written, the old one stays.
        try FileManager.default.createDirectory(atPath: file + ".new", withIntermediateDirectories: false)
        #expect(throws: (any Error).self) { try PrivateFile.write(Array("third".utf8), to: file) }
        #expect(bytes(file) == Data("second".utf8))
    }
}
