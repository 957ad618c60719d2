import Foundation

/// Waits until a condition holds, at most a minute, and returns whether it does. So a bug fails a test instead of
/// hanging the run.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<6_000 {
        if try condition() { return true }
        usleep(10_000)
    }
    return try condition()
}

extension DispatchSemaphore {
    /// Waits for a signal, at most a minute; returns whether it came.
    public func isSignalled() -> Bool { wait(timeout: .now() + 60) == .success }
}

extension DispatchGroup {
    /// Waits until all have left, at most a minute; returns whether they have.
    public func isLeft() -> Bool { wait(timeout: .now() + 60) == .success }
}
