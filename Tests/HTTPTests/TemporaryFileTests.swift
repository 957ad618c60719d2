import Foundation
import Testing

@testable import HTTP

/// Files that bodies are written into.
@Suite struct TemporaryFileTests {
    @Test("A body on disk is its server's alone")
    func mode() throws {
        try withFolder { folder in
            let path = TemporaryFile.freshPath(in: folder)
            _ = try TemporaryFile.create(at: path)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: (any Error).self) { try TemporaryFile.create(at: path) }
        }
    }
}
