import Foundation

/// How programs that read untrusted files are kept from the network, and from leaving processes behind.
public enum Isolation: String, Sendable, CaseIterable {
    /// Network, process and user namespaces of their own, by `unshare`. What a program leaves behind ends with it.
    case namespaces
    /// The same by `bwrap`, where only that may make namespaces.
    case bubblewrap
    /// None: the kernel allows neither. The other limits hold, but a program could reach the network, and one that
    /// leaves its process group could stay.
    case none

    /// The best that works here; a program is run once to find out.
    public static func probe() -> Isolation { allCases.first(where: \.works) ?? .none }

    var works: Bool {
        let report = try? ChildProcess(isolation: self).run(
            "true", [], in: "/", limits: ChildProcess.Limits(wallSeconds: 10))
        return report?.succeeded ?? false
    }

    /// The command before the program's.
    var wrapper: [String] {
        switch self {
        case .namespaces: ["unshare", "--net", "--map-root-user", "--pid", "--fork", "--kill-child", "--"]
        case .bubblewrap:
            ["bwrap", "--unshare-net", "--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/", "--"]
        case .none: []
        }
    }

    /// How the program itself ended, by how the wrapper did.
    func translated(_ outcome: ChildProcess.Outcome, _ complaint: String) -> ChildProcess.Outcome {
        guard case .exited(let code) = outcome else { return outcome }
        switch self {
        // It ends itself by the signal that ended the program, fails at that with SIGKILL, and says this.
        case .namespaces where complaint.hasSuffix("unshare: sigprocmask unblock failed: Invalid argument\n"):
            return .signalled(SIGKILL)
        // As shells do.
        case .bubblewrap where code > 128: return .signalled(code - 128)
        default: return outcome
        }
    }
}
