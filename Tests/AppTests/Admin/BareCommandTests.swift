import Foundation
import TestTools
import Testing

@testable import App

/// Commands that answer nobody, where the folder with the files for browsers is missing.
struct BareCommandTests {
    private func command(_ folder: String, passwords: String? = nil) throws -> App {
        var options = AppOptions(dataFolder: folder, publicFolder: nil)
        options.commonPasswords = passwords
        options.passwordCost = .trifling
        return try App(options, log: TestSite.quiet)
    }

    @Test func `an administrator is made in an empty folder, without files for browsers`() throws {
        let scratch = Folder()
        let app = try command(scratch.path + "/data")
        defer { app.close() }
        #expect(!app.administrators.knowsCommonPasswords)
        #expect(try app.newSetupLink()?.hasPrefix("http://localhost:8080/setup/") == true)
        let made = try app.administrators.add("keeper", email: "k@example.org", password: "Password123!")
        #expect(try made == .made && app.administrators.names() == ["keeper"])
        #expect(try app.newSetupLink() == nil)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/data/assets"))
        #expect(!app.routeTable.isEmpty)
    }

    @Test func `what needs no list is checked without it, and common passwords are refused with it`() throws {
        let scratch = Folder()
        let bare = try command(scratch.path + "/bare")
        defer { bare.close() }
        let full = try command(
            scratch.path + "/full", passwords: AppOptions.commonPasswords(in: TestSite.publicFolder))
        defer { full.close() }
        #expect(full.administrators.knowsCommonPasswords)
        for (app, password) in [(bare, "short"), (bare, "keeper_123"), (full, "keeper_123"), (full, "Password123!")] {
            #expect(throws: Administrators.Refusal.self, "\(password)") {
                _ = try app.administrators.add("keeper", email: "k@example.org", password: password)
            }
        }
    }

    @Test func `a command leaves alone what a running server made for browsers`() throws {
        let site = try TestSite.empty()
        let (style, tile) = (site.folder + "/assets/app.css", site.folder + "/cache/tiles/a/light/1/0-0.svg.gz")
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: tile).deletingLastPathComponent(), withIntermediateDirectories: true)
        for file in [style, tile] { try Data("the server's".utf8).write(to: URL(fileURLWithPath: file)) }
        try command(site.folder).close()
        for file in [style, tile] {
            #expect(FileManager.default.contents(atPath: file) == Data("the server's".utf8), "\(file)")
        }
    }
}
