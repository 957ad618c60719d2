import Foundation
import Media
import Synchronization

/// The pictures and recordings of the demo world: each is processed once, on all processors, before features ask for it.
final class DemoFiles: Sendable {
    /// A file that was stored, and under which name.
    typealias Stored = (prepared: Prepared, name: MediaName)

    private let ready = Mutex<[String: Prepared]>([:])
    private let stored = Mutex<[String: Stored]>([:])

    /// Processes all files of a folder. What cannot be processed is left out: whoever asks for it learns why.
    func prepare(in folder: String, by process: @escaping @Sendable (_ file: String) throws -> Prepared) {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            guard let prepared = try? process(files[index]) else { return }
            ready.withLock { $0[files[index]] = prepared }
        }
    }

    /// A file that was processed for this use, once: storing it moves it away.
    func taken(_ file: String, as use: MediaUse) -> Prepared? {
        ready.withLock { $0[file]?.use == use ? $0.removeValue(forKey: file) : nil }
    }

    /// A file that was stored before for this use.
    func stored(_ file: String, as use: MediaUse) -> Stored? {
        stored.withLock { $0[file] }.flatMap { $0.prepared.use == use ? $0 : nil }
    }

    /// Keeps under which name a file was stored.
    func keep(_ file: String, _ prepared: Prepared, storedAs name: MediaName) {
        stored.withLock { $0[file] = (prepared, name) }
    }
}
