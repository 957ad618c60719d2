import Foundation
import Synchronization

/// Writes the files of one request in order on the disk threads, so that a slow disk never blocks a loop.
final class Spooler: Sendable {
    enum Report: Sendable {
        /// This many bytes are written.
        case progress(Int)
        /// All bytes before `finish` are written.
        case finished
        case failed(String)
    }

    private enum Step: Sendable {
        case begin(TemporaryFile)
        case write([UInt8])
        case end
        case finish
    }

    private struct State {
        var steps: [Step] = []
        var isRunning = false
        var isAbandoned = false
        /// The current file, while no thread writes.
        var descriptor: Descriptor?
    }

    private let state = Mutex(State())
    private let disk: WorkerPool
    private let reserve: Int
    private let report: @Sendable (Report) -> Void

    /// - Parameter reserve: bytes that must stay free on the disk.
    init(disk: WorkerPool, reserve: Int, report: @escaping @Sendable (Report) -> Void) {
        self.disk = disk
        self.reserve = reserve
        self.report = report
    }

    func begin(_ file: TemporaryFile) { add(.begin(file)) }
    func write(_ bytes: [UInt8]) { add(.write(bytes)) }
    func end() { add(.end) }
    func finish() { add(.finish) }

    /// Gives up the request: stops writing and deletes the files on a disk thread, because deleting a large file takes
    /// time.
    func abandon(_ files: [TemporaryFile]) {
        let steps = state.withLock { state in
            state.isAbandoned = true
            let steps = state.steps
            state.steps = []
            return steps
        }
        _ = disk.submit { withExtendedLifetime((steps, files)) {} }
    }

    private func add(_ step: Step) {
        let starts = state.withLock { state in
            if state.isAbandoned { return false }
            state.steps.append(step)
            if state.isRunning { return false }
            state.isRunning = true
            return true
        }
        if starts, !disk.submit({ self.run() }) { report(.failed("the disk threads have stopped")) }
    }

    private func run() {
        var descriptor = state.withLock { state in
            let descriptor = state.descriptor
            state.descriptor = nil
            return descriptor
        }
        while true {
            let steps = state.withLock { state in
                let steps = state.steps
                state.steps = []
                if steps.isEmpty {
                    state.isRunning = false
                    state.descriptor = descriptor
                }
                return steps
            }
            if steps.isEmpty { return }
            do { try perform(steps, &descriptor) } catch {
                state.withLock {
                    $0.isAbandoned = true
                    $0.steps = []
                }
                report(.failed("\(error)"))
                return
            }
        }
    }

    private func perform(_ steps: [Step], _ descriptor: inout Descriptor?) throws {
        var written = 0
        for step in steps {
            switch step {
            case .begin(let file): descriptor = try TemporaryFile.create(at: file.path)
            case .write(let bytes):
                // Checked at every write, because other uploads use the same disk.
                guard descriptor?.hasFree(reserve) != false else { throw POSIXError(.ENOSPC) }
                try bytes.withUnsafeBytes { try descriptor?.write($0) }
                written += bytes.count
            case .end: descriptor = nil
            case .finish: report(.finished)
            }
        }
        if written > 0 { report(.progress(written)) }
    }
}
