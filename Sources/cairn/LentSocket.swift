import Foundation
import HTTP

/// The listening socket that systemd, or another program with its protocol (sd_listen_fds(3)), passes to the process.
/// It outlives the process, so during a restart clients wait instead of being refused.
enum LentSocket {
    /// The first passed descriptor.
    private static let first: Int32 = 3

    /// The socket, if there is one. Its variables are unset, because child processes must not see them.
    ///
    /// - Throws: `CommandFailure` when the descriptor is not a listening TCP socket.
    static func take() throws -> BoundPort? {
        let environment = ProcessInfo.processInfo.environment
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        // This process may have inherited variables that were meant for another one.
        guard environment["LISTEN_PID"] == "\(getpid())", let count = environment["LISTEN_FDS"], count != "0" else {
            return nil
        }
        guard count == "1" else {
            throw CommandFailure.configuration("LISTEN_FDS is “\(count)”: give one socket, by one ListenStream=")
        }
        do { return try BoundPort(lent: first) } catch {
            throw CommandFailure.configuration(
                "the socket handed over by LISTEN_FDS \(error): give a TCP socket, by ListenStream=PORT or ADDRESS:PORT"
            )
        }
    }
}
