import Foundation
import HTTP

/// The listening socket that systemd, or whoever speaks its protocol (sd_listen_fds(3)), hands to the process. It outlives
/// the process: while that is restarted, clients wait instead of being refused.
enum LentSocket {
    /// The first descriptor that is handed over.
    private static let first: Int32 = 3

    /// The socket, if there is one. The variables that tell of it are unset: they are not for processes of ours.
    ///
    /// - Throws: `CommandFailure` when what was handed over is no listening TCP socket.
    static func take() throws -> BoundPort? {
        let environment = ProcessInfo.processInfo.environment
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        // Variables that another process was to read may have come down to this one.
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
