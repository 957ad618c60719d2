import Foundation
import Synchronization
import TestTools
import Testing

@testable import App

/// The file of a backup is what was copied.
struct BackupArchiveTests {
    private let scratch = Folder()
    private var copied: String { scratch.path + "/copied" }

    private func pack(_ name: String = "a.tar") throws -> BackupArchive {
        try FileManager.default.createDirectory(atPath: copied + "/media/a/b", withIntermediateDirectories: true)
        try Data("one".utf8).write(to: URL(filePath: copied + "/cairn.sqlite"))
        try Data("two".utf8).write(to: URL(filePath: copied + "/media/a/b/x"))
        let archive = BackupArchive(path: "\(scratch.path)/\(name)")
        try archive.pack(copied, digest: try FolderDigest.of(copied), isVerified: true)
        return archive
    }

    @Test(arguments: ["twO", "two more", ""]) func `a file that is not as it was copied is noticed`(
        _ change: String
    ) throws {
        let archive = try pack()
        try archive.compare(with: copied)
        try Data(change.utf8).write(to: URL(filePath: copied + "/media/a/b/x"))
        let failure = #expect(throws: BackupFailure.self) { try archive.compare(with: copied) }
        #expect(failure?.kind == .damaged)
    }

    /// What tar finds no fault with: it takes zeros for the end.
    @Test(arguments: ["cut", "zeros at the end", "a block of zeros", "a file less"])
    func `an archive that is not whole is noticed`(_ fault: String) throws {
        let archive = try pack()
        let url = URL(filePath: archive.path)
        var bytes = try Data(contentsOf: url)
        // The second member's head: members begin at multiples of 512.
        let second = try #require(
            stride(from: 512, to: bytes.count, by: 512).first { bytes[$0..<$0 + 2].elementsEqual(Array("./".utf8)) })
        switch fault {
        case "cut": bytes = bytes.prefix(second)
        case "zeros at the end": bytes.resetBytes(in: second..<bytes.count)
        case "a block of zeros": bytes.resetBytes(in: second..<second + 1_024)
        default: try Data("three".utf8).write(to: URL(filePath: copied + "/media/a/b/y"))
        }
        try bytes.write(to: url)
        let failure = #expect(throws: BackupFailure.self) { try archive.compare(with: copied) }
        #expect(failure?.kind == .damaged)
    }

    @Test func `names that tar would write otherwise are names`() throws {
        try FileManager.default.createDirectory(atPath: copied + "/basemaps", withIntermediateDirectories: true)
        for name in ["back\\slash", "tab\tx", "Tampere 🗻", "Töölö"] {
            try Data(name.utf8).write(to: URL(filePath: "\(copied)/basemaps/\(name).mbtiles"))
        }
        try pack().compare(with: copied)
    }

    @Test func `a file that loses or gets a name while it is packed is packed all the same`() throws {
        try FileManager.default.createDirectory(atPath: copied, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 40_000_000).write(to: URL(filePath: copied + "/x"))
        let isDone = Atomic(false)
        DispatchQueue.global().async { [copied, path = scratch.path] in
            while !isDone.load(ordering: .relaxed) {
                link(copied + "/x", path + "/second")
                unlink(path + "/second")
            }
        }
        defer { isDone.store(true, ordering: .relaxed) }
        let archive = BackupArchive(path: scratch.path + "/a.tar")
        try archive.pack(copied, digest: try FolderDigest.of(copied), isVerified: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).contains("a.tar"))
    }
}
