import Proximity
import Synchronization

/// Push services that do not answer, by their origins. Kept in memory: nothing is tried at them for a while, so that the
/// threads that wait for an answer are free for others.
final class SilentHosts: Sendable {
    private struct Host {
        /// Tries in a row without an answer.
        var tries = 0
        /// Before this nothing is tried.
        var until: Timestamp?
    }

    private let hosts = Mutex<[String: Host]>([:])

    /// Tries without an answer before a host is left alone.
    private static let patience = 2
    private static let firstPause = 30.0
    private static let maxPause = 300.0
    /// Most hosts that are kept. Those that have to be forgotten are tried again.
    private static let most = 1_000

    /// The time before which nothing is tried; nil if it may be tried now. A time further ahead than the longest pause is from a
    /// clock that was wrong.
    func waits(_ origin: String, _ now: Timestamp) -> Timestamp? {
        hosts.withLock { hosts in
            hosts[origin]?.until.flatMap { $0 > now && $0 <= now + SilentHosts.maxPause ? $0 : nil }
        }
    }

    /// Counts a try.
    func tried(_ origin: String, isAnswered: Bool, _ now: Timestamp) {
        hosts.withLock { hosts in
            if isAnswered {
                hosts[origin] = nil
                return
            }
            if hosts[origin] == nil && hosts.count >= SilentHosts.most { hosts = [:] }
            var host = hosts[origin] ?? Host()
            host.tries += 1
            let doublings = host.tries - SilentHosts.patience
            if doublings >= 0 {
                var pause = SilentHosts.firstPause
                for _ in 0..<min(doublings, 8) { pause *= 2 }
                host.until = now + min(pause, SilentHosts.maxPause)
            }
            hosts[origin] = host
        }
    }
}
