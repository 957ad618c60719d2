import Foundation

/// Waits until a condition holds, at most a minute; says whether it does. A fault is a red test then, and not a run that
/// hangs.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<6_000 {
        if try condition() { return true }
        usleep(10_000)
    }
    return try condition()
}

extension DispatchSemaphore {
    /// Waits for a signal, at most a minute; says whether it has come.
    public func isSignalled() -> Bool { wait(timeout: .now() + 60) == .success }
}

extension DispatchGroup {
    /// Waits until all have left, at most a minute; says whether they have.
    public func isLeft() -> Bool { wait(timeout: .now() + 60) == .success }
}
