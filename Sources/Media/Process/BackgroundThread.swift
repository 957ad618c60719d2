import CSpawn
import Foundation

/// A thread with low priority, which leaves one processor free where there are two or more. Programs that it starts
/// inherit this.
///
/// A new process inherits niceness, policy and processors from the thread that starts it; settings applied from outside
/// may miss a process that is just being created. The thread waits until the programs that it started have ended,
/// because a program with a parent-death signal dies with this thread.
///
/// A thread that wakes up while another program runs may have to wait for the next tick, up to 4 ms, however nice that
/// program is: hence the free processor. A long time slice costs the program nothing, and others need not wait for its
/// end.
enum BackgroundThread {
    /// Runs the work on its own thread and waits for it.
    ///
    /// - Parameters:
    ///   - nice: niceness relative to this process, 0…19.
    ///   - sparesProcessor: whether it keeps off the first processor.
    /// - Throws: `MediaFault` when the system has no thread left; what the work throws.
    static func run<Value: Sendable>(
        nice: Int32, sparesProcessor: Bool = true, _ work: @escaping @Sendable () throws(MediaFault) -> Value
    ) throws(MediaFault) -> Value {
        var result: Result<Value, MediaFault> = .failure(MediaFault("a thread ended without a result"))
        let errand = Errand {
            standBack(by: nice, sparesProcessor)
            result = Result(catching: work)
        }
        // Not Foundation's Thread: it does not report when the system has none left, and the wait would never end.
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            {
                if let errand = $0 { Unmanaged<Errand>.fromOpaque(errand).takeUnretainedValue().run() }
                return nil
            },
            Unmanaged.passUnretained(errand).toOpaque())
        guard code == 0 else {
            throw MediaFault("cannot start a thread: \(String(cString: strerror(code)))", code: code)
        }
        withExtendedLifetime(errand) { _ = pthread_join(thread, nil) }
        return try result.get()
    }

    private final class Errand {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// On Linux these settings affect only the calling thread.
    private static func standBack(by nice: Int32, _ sparesProcessor: Bool) {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let niceness = min(19, getpriority(process, 0) + nice)
        setpriority(process, 0, niceness)
        _ = cspawn_set_batch(niceness, longSlice)
        if sparesProcessor { _ = cspawn_spare_processor() }
    }

    /// Nanoseconds; the longest slice that the kernel accepts.
    private static let longSlice: UInt64 = 100_000_000
}
