import CSpawn
import Foundation

/// A thread that lets everything else on this machine go first, and leaves it a processor where there are two. What it
/// starts stands back with it.
///
/// A new process has the niceness, policy and processors of the thread that makes it, from its first moment; set from
/// outside, they can miss one that is just being made. The thread stays until what it started has ended: a program that
/// is to die with its parent dies with this thread.
///
/// Whoever is woken while another program runs may have to wait for the next tick, up to 4 ms, however nice that
/// program is: hence the processor without any. A long slice costs the program nothing, and others need not wait for
/// its end.
enum BackgroundThread {
    /// Does the work on a thread of its own, and waits for its end.
    ///
    /// - Parameter nice: how far it stands back behind this process, 0…19.
    /// - Throws: `MediaFault` when the system has no thread left; what the work throws.
    static func run<Value: Sendable>(
        nice: Int32, _ work: @escaping @Sendable () throws(MediaFault) -> Value
    ) throws(MediaFault) -> Value {
        var result: Result<Value, MediaFault> = .failure(MediaFault("a thread ended without a result"))
        let errand = Errand {
            standBack(by: nice)
            result = Result(catching: work)
        }
        // Not Foundation's Thread: it does not say when the system has none left, and its end would be waited for in vain.
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

    /// Is about the calling thread alone, as Linux has it.
    private static func standBack(by nice: Int32) {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let niceness = min(19, getpriority(process, 0) + nice)
        setpriority(process, 0, niceness)
        _ = cspawn_set_batch(niceness, longSlice)
        _ = cspawn_spare_processor()
    }

    /// Nanoseconds; the longest that the kernel takes.
    private static let longSlice: UInt64 = 100_000_000
}
