import Foundation
import Safeguards
import Synchronization
import TestTools
import Testing

@testable import Media

@Suite struct WorkshopTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `many threads may upload at once`() throws {
        let workshop = try makeWorkshop(folder)
        let file = try folder.write("moving.gif", Fixture.gif(width: 200, height: 100, frames: 3))
        let widths = Mutex<[Int?]>([])
        let errors = Mutex<[String]>([])
        let group = DispatchGroup()
        for _ in 0..<6 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let prepared = try workshop.take(file, as: .photo)
                    widths.withLock { $0.append(prepared.file(.small)?.width) }
                } catch { errors.withLock { $0.append("\(error)") } }
            }
        }
        #expect(group.isLeft())
        #expect(errors.withLock { $0 } == [])
        #expect(widths.withLock { $0 } == Array(repeating: 160, count: 6))
        #expect(workshop.waiting == 0)
    }

    @Test(arguments: [(1, 1), (2, 1), (4, 3)]) func `pages keep one processor`(_ processors: Int, _ places: Int)
        throws
    {
        let workshop = try makeWorkshop(folder, processors: processors)
        func fill(_ left: Int) throws {
            #expect(workshop.queue.isFull == (left == 0))
            if left > 0 { try workshop.queue.pass(AdmissionTicket()) { try fill(left - 1) } }
        }
        try fill(places)
    }

    @Test func `a photo does not wait for transcoding`() throws {
        let workshop = try makeWorkshop(folder, processors: 1)
        let file = try folder.write("still.gif", Fixture.gif(width: 200, height: 100, frames: 1))
        let width = try workshop.slowQueue.pass(AdmissionTicket()) {
            try workshop.take(file, as: .photo).file(.small)?.width
        }
        #expect(width == 160)
    }

    @Test func `leftovers of an earlier process are deleted, and nothing else`() throws {
        let left = try #require(MediaName(random: randomBytes(16)))
        try FileManager.default.createDirectory(atPath: folder("work/\(left)"), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder("work/\(left)/source")))
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder("work/other")))
        _ = try makeWorkshop(folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")) == ["other"])
    }

    @Test func `a missing upload is a fault of this machine`() throws {
        let workshop = try makeWorkshop(folder)
        #expect(throws: MediaFault.self) { try workshop.take(folder("gone"), as: .photo) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")).isEmpty)
    }

    @Test func `a refusal leaves nothing behind`() throws {
        let workshop = try makeWorkshop(folder)
        let file = try folder.write("half.png", Fixture.png(width: 100, height: 100))
        #expect(throws: MediaRefusal.broken(.photo)) { try workshop.take(file, as: .photo) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")).isEmpty)
    }

    @Test func `stored files equal the results, and stay when the result is released`() throws {
        let workshop = try makeWorkshop(folder)
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let file = try folder.write("moving.gif", Fixture.gif(width: 200, height: 100, frames: 3))
        var prepared: Prepared? = try workshop.take(file, as: .photo)
        let bytes = prepared?.byteCount
        let name = try store.store(try #require(prepared))
        prepared = nil
        #expect(store.byteCount(name) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")).isEmpty)
        let small = try #require(try FileBytes(path: store.path(name, .small)))
        #expect(ImageHeader.read(small, as: .webp)?.width == 160)
    }
}
