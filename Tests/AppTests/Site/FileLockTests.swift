import Foundation
import TestTools
import Testing

@testable import App

/// Locks on files.
struct FileLockTests {
    private struct Failure: Error {}

    private func hold(_ path: String, _ body: @escaping (Int32) -> Void = { _ in }) throws -> Bool {
        let outcome = try FileLock.hold(path, O_RDWR | O_CREAT, orThrow: Failure()) {
            (file: Int32, _: Int) throws(Failure) -> Void in body(file)
        }
        if case .done = outcome { return true }
        return false
    }

    @Test func `a lock ends with its work, also where a child has the file for a moment longer`() throws {
        let scratch = Folder()
        let path = scratch.path + "/lock"
        var inherited: Int32 = -1
        var isFree: Bool?
        let isHeld = try hold(path) { file in
            inherited = dup(file)
            isFree = try? hold(path)
        }
        defer { close(inherited) }
        #expect(isHeld && isFree == false)
        let isHeldAgain = try hold(path)
        #expect(isHeldAgain)
    }
}
