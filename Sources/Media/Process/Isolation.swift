import CSandbox
import Foundation

/// Isolates programs that read untrusted files from other files, the network, other processes and privileges.
///
/// Privileges are always dropped. For the rest there are several mechanisms, and few systems have all of them.
public struct Isolation: Sendable, Hashable, CustomStringConvertible {
    /// How a program gets its own namespaces: without network, and with child processes that end with it.
    public enum Wrapper: String, Sendable {
        /// Network, process and user namespaces, by `unshare`.
        case unshare
        /// The same by `bwrap`, where only that may create namespaces, plus its own file system.
        case bubblewrap = "bwrap"
        /// None: the kernel allows neither. A process that leaves its process group could survive.
        case none

        /// The program that must be installed for it.
        public var program: String? { self == .none ? nil : rawValue }
    }

    /// How a program gets namespaces.
    public let wrapper: Wrapper
    /// The version of Landlock that restricts a program's files; 0 for none.
    public let landlockVersion: Int
    /// Whether system calls that no decoder needs are blocked.
    public let filtersCalls: Bool

    /// Limits only.
    public static let none = Isolation(wrapper: .none, landlockVersion: 0, filtersCalls: false)

    /// The strongest isolation that works here; runs a program once to find out.
    public static let here = candidates.first(where: \.works) ?? .none

    /// From the strongest to the weakest.
    static var candidates: [Isolation] {
        let version = Int(csandbox_landlock_version())
        let filters = (try? BackgroundThread.run(nice: 0) { canFilterCalls }) ?? false
        let restricted = version == 0 ? [] : [version]
        // bwrap mounts, which Landlock and the filter forbid.
        return restricted.map { Isolation(wrapper: .unshare, landlockVersion: $0, filtersCalls: filters) }
            + [Isolation(wrapper: .bubblewrap, landlockVersion: 0, filtersCalls: false)]
            + restricted.map { Isolation(wrapper: .none, landlockVersion: $0, filtersCalls: filters) }
            + [Wrapper.unshare, .none].map { Isolation(wrapper: $0, landlockVersion: 0, filtersCalls: filters) }
    }

    private static var canFilterCalls: Bool { csandbox_drop_privileges() == 0 && csandbox_filter_calls() == 0 }

    var works: Bool {
        let report = try? ChildProcess(isolation: self).run(
            "true", [], in: "/", limits: ChildProcess.Limits(wallSeconds: 10))
        return report?.succeeded ?? false
    }

    /// Whether a program can access only its own files and the system's.
    public var guardsFiles: Bool { landlockVersion > 0 || wrapper == .bubblewrap }

    /// Whether a program is isolated from the network.
    public var guardsNetwork: Bool { wrapper != .none || filtersCalls }

    /// Whether a program is isolated from processes that it did not start.
    public var guardsProcesses: Bool { wrapper != .none || landlockVersion >= 6 }

    /// The active mechanisms, for the log.
    public var description: String {
        let means = [
            wrapper.program, landlockVersion > 0 ? "Landlock \(landlockVersion)" : nil,
            filtersCalls ? "a filter of system calls" : nil,
        ].compactMap { $0 }
        return means.isEmpty ? "limits alone" : means.joined(separator: ", ")
    }

    /// What isolation does not prevent here, one sentence each; empty is good.
    public var gaps: [String] {
        [
            guardsFiles
                ? nil : "it could read every file of this user: the kernel has no Landlock, and bwrap does not work",
            guardsNetwork ? nil : "it could reach the network: neither unshare nor bwrap works",
            guardsProcesses ? nil : "it could signal this user's processes: neither unshare nor bwrap works",
            wrapper != .none ? nil : "it could leave processes behind: neither unshare nor bwrap works",
        ].compactMap { $0 }
    }

    /// The wrapper's command line, which precedes the program's.
    func command(_ access: FileAccess) -> [String] {
        switch wrapper {
        // No user is mapped, because that needs a file of /proc; so the program has no capabilities in them either.
        case .unshare: ["unshare", "--user", "--net", "--ipc", "--pid", "--fork", "--kill-child", "--"]
        case .bubblewrap:
            ["bwrap", "--unshare-net", "--unshare-ipc", "--unshare-pid", "--new-session", "--die-with-parent"]
                + access.bindings + ["--"]
        case .none: []
        }
    }

    /// Applies Landlock and the filter to the calling thread and the processes it starts.
    ///
    /// - Throws: `MediaFault` when the system refuses; then no program may be started.
    func restrictThread(_ access: FileAccess) throws(MediaFault) {
        // It may need privileges to mount, where the kernel does not allow mounting to everybody; it drops them itself.
        if wrapper == .bubblewrap { return }
        guard csandbox_drop_privileges() == 0 else { throw .system("drop", "privileges") }
        if landlockVersion > 0 { try access.restrictThread() }
        if filtersCalls {
            guard csandbox_filter_calls() == 0 else { throw .system("filter", "system calls") }
        }
    }

    /// How the program itself ended, derived from how the wrapper ended.
    func translated(_ outcome: ChildProcess.Outcome, _ complaint: String) -> ChildProcess.Outcome {
        guard case .exited(let code) = outcome else { return outcome }
        switch wrapper {
        // unshare raises the signal that ended the program; with SIGKILL that fails, with this message.
        case .unshare where complaint.hasSuffix("unshare: sigprocmask unblock failed: Invalid argument\n"):
            return .signalled(SIGKILL)
        // As shells report a signal.
        case .bubblewrap where code > 128: return .signalled(code - 128)
        default: return outcome
        }
    }
}
