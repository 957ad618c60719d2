import CSpawn
import Foundation
import Synchronization

/// A thread that lets everything else on this machine go first, and leaves it a processor where there are two. What it
/// starts stands back with it.
///
/// A new process has the niceness, policy and processors of the thread that makes it, from its first moment; set from
/// outside, they can miss one that is just being made. The thread has to stay until what it started has ended: a
/// program that is to die with its parent dies with this thread.
///
/// Whoever is woken while another program runs may have to wait for the next tick, up to 4 ms, however nice that
/// program is: hence the processor without any. A long slice costs the program nothing, and others need not wait for
/// its end.
final class BackgroundThread<Value: Sendable>: Sendable {
    private let outcome = Mutex<Result<Value, MediaFault>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Does the work on a thread of its own, and waits for its end.
    ///
    /// - Parameter nice: how far it stands back behind this process, 0…19.
    static func run(
        nice: Int32, _ work: @escaping @Sendable () throws(MediaFault) -> Value
    ) throws(MediaFault) -> Value {
        let thread = BackgroundThread()
        Thread.detachNewThread {
            standBack(by: nice)
            let result = Result(catching: work)
            thread.outcome.withLock { $0 = result }
            thread.ended.signal()
        }
        thread.ended.wait()
        guard let result = thread.outcome.withLock({ $0 }) else { throw MediaFault("a thread ended without a result") }
        return try result.get()
    }

    /// Is about the calling thread alone, as Linux has it.
    private static func standBack(by nice: Int32) {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let niceness = min(19, getpriority(process, 0) + nice)
        setpriority(process, 0, niceness)
        _ = cspawn_set_batch(niceness, longSlice)
        _ = cspawn_spare_processor()
    }

    /// Nanoseconds; the longest that the kernel takes.
    private static var longSlice: UInt64 { 100_000_000 }
}
