import Foundation
import Testing

@testable import HTTP

/// Temporary files of request bodies.
@Suite struct TemporaryFileTests {
    @Test("Only the server’s user can read a body on disk; an existing file is not overwritten")
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
