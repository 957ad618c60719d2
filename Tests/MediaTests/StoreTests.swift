import Foundation
import Synchronization
import TestTools
import Testing

@testable import Media

@Suite struct StoreTests {
    let folder: Folder
    let store: MediaStore

    init() throws {
        folder = try Folder()
        store = try MediaStore(root: folder("media"), reserve: 0, randomBytes: randomBytes)
    }

    private func files(_ sizes: [MediaSize] = MediaSize.allCases) throws -> [MediaFile] {
        try sizes.map { size in
            let path = try folder.write("work-\(size)", Data(size.rawValue.utf8))
            return MediaFile(
                size: size, path: path, contentType: "image/jpeg", width: 1, height: 1, bytes: size.rawValue.utf8.count)
        }
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `stored files are under their name, private, and nowhere else`() throws {
        let results = try files()
        let name = try store.store(results)
        for file in results {
            let path = store.path(name, file.size)
            #expect(FileManager.default.contents(atPath: path) == Data(file.size.rawValue.utf8))
            #expect(mode(path) == 0o600)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        let inner = URL(fileURLWithPath: store.path(name, .small)).deletingLastPathComponent()
        for path in [store.root, inner.path, inner.deletingLastPathComponent().path] { #expect(mode(path) == 0o700) }
        #expect(inner.deletingLastPathComponent().deletingLastPathComponent().path == store.root)
    }

    @Test func `one file may serve for two sizes`() throws {
        let original = try #require(try files([.original]).first)
        try FileManager.default.linkItem(atPath: original.path, toPath: folder("same"))
        let large = MediaFile(
            size: .large, path: folder("same"), contentType: "image/jpeg", width: 1, height: 1, bytes: original.bytes)
        let name = try store.store([original, large])
        #expect(FileManager.default.contents(atPath: store.path(name, .large)) == Data("original".utf8))
        #expect(FileManager.default.contents(atPath: store.path(name, .original)) == Data("original".utf8))
    }

    @Test func `what is stored again is there when the first name is removed, and takes no room of its own`() throws {
        let first = try store.store(try files([.original, .small]))
        let again = try store.storeAgain(first)
        func number(_ name: MediaName) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: store.path(name, .small))[.systemFileNumber] as? Int
        }
        #expect(try again != first && number(again) == number(first))
        store.remove(first)
        #expect(FileManager.default.contents(atPath: store.path(again, .small)) == Data("small".utf8))
        #expect(!FileManager.default.fileExists(atPath: store.path(again, .large)))
        #expect(throws: MediaFault.self) { try store.storeAgain(first) }
    }

    @Test func `storing is all or nothing`() throws {
        var results = try files()
        unlink(results[2].path)
        #expect(throws: MediaFault.self) { try store.store(results) }
        var names = 0
        try store.forEachName { _, _ in names += 1 }
        #expect(names == 0)
        results.removeAll()
    }

    @Test func `removing deletes all sizes of a name and no others`() throws {
        let (first, second) = (try store.store(files()), try store.store(files([.original])))
        #expect(store.byteCount(first) == 24)
        store.remove(first)
        store.remove(first)
        #expect(store.byteCount(first) == 0)
        #expect(store.byteCount(second) == 8)
        var names: [MediaName] = []
        try store.forEachName { name, _ in names.append(name) }
        #expect(names == [second])
    }

    @Test func `a backup blocks removals, which happen afterwards`() async throws {
        let names = [try store.store(files()), try store.store(files())]
        // Another process has its own store object.
        let other = try MediaStore(root: store.root) { _ in [] }
        let removals = try store.withoutRemovals {
            let removals = names.map { name in Task.detached { other.remove(name) } }
            try store.hardLink(names.map { ($0, .original) }, into: folder("copy"))
            for name in names { #expect(store.byteCount(name) == 24) }
            return removals
        }
        for removal in removals { await removal.value }
        for name in names {
            #expect(store.byteCount(name) == 0)
            #expect(access(MediaStore.path(name, .original, in: folder("copy")), R_OK) == 0)
        }
    }

    @Test func `the sweeper sees every name once, with its time, and no other files`() throws {
        let stored = try (0..<5).map { _ in try store.store(files()) }
        try Data().write(to: URL(fileURLWithPath: store.root + "/stray"))
        var seen: [MediaName] = []
        var times: [Int] = []
        try store.forEachName { name, time in
            seen.append(name)
            times.append(time)
        }
        #expect(seen.sorted { $0.text < $1.text } == stored.sorted { $0.text < $1.text })
        #expect(times.allSatisfy { $0 > 1_700_000_000 })
    }

    @Test func `a file that is stored again counts as new, however old it is`() throws {
        let results = try files()
        for file in results { _ = utimes(file.path, [timeval(), timeval()]) }
        _ = try store.store(results)
        try store.forEachName { _, time in #expect(time > 1_700_000_000) }
    }

    @Test(arguments: [
        "", "a", "../../../../etc/passwd", "abcdefghijklmnopqrstuvwxy", "abcdefghijklmnopqrstuvwxyz2",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxy1", "abcdefghijklmnopqrstuvwxy/",
        "abcdefghijklmnopqrstuvwxy\0", "abcdefghijklmnopqrstuvwxÿ", "abcdefghijklmnopqrstuvwxy.",
    ])
    func `what is no name gets nowhere near the disk`(_ text: String) {
        #expect(MediaName(text) == nil)
    }

    @Test func `a name contains all of its random bits`() throws {
        let zeros = try #require(MediaName(random: [UInt8](repeating: 0, count: 16)))
        let ones = try #require(MediaName(random: [UInt8](repeating: 255, count: 16)))
        #expect(zeros.text == String(repeating: "a", count: 26))
        #expect(ones.text == String(repeating: "7", count: 25) + "4")
        var names: Set<MediaName> = []
        for bit in 0..<128 {
            var bytes = [UInt8](repeating: 0, count: 16)
            bytes[bit / 8] = 1 << UInt8(bit % 8)
            names.insert(try #require(MediaName(random: bytes)))
        }
        #expect(names.count == 128)
        #expect(MediaName(zeros.text) == zeros)
        #expect(MediaName(random: [1, 2, 3]) == nil)
    }

    @Test func `the reserve stays free`() throws {
        #expect(store.hasRoom(for: 1_000))
        #expect(!store.hasRoom(for: .max))
        let greedy = try MediaStore(root: folder("other"), reserve: .max, randomBytes: randomBytes)
        #expect(!greedy.hasRoom(for: 0))
    }
}
