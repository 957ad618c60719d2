import CSpawn
import Foundation

/// The processors that this process may use.
enum Processors {
    /// The number for a container, not the machine. At least 1.
    static let count = max(1, min(allowed, quota ?? .max))

    /// The processors that its threads may run on.
    private static var allowed: Int { Int(cspawn_processor_count()) }

    /// The limit of its control group (cgroup 2, `cpu.max`); nil without a limit.
    private static var quota: Int? {
        guard let group = ControlGroup.folder,
            let limit = try? String(contentsOfFile: "\(group)/cpu.max", encoding: .utf8)
        else { return nil }
        return processors(limit)
    }

    /// `"150000 100000\n"`, microseconds per period, makes 2 processors useful; nil for `"max 100000"`.
    static func processors(_ limit: String) -> Int? {
        let numbers = limit.split(whereSeparator: \.isWhitespace).map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], period > 0 else { return nil }
        return max(1, (time + period - 1) / period)
    }
}

/// The control group (cgroup 2) of this process: what its container or service may use.
enum ControlGroup {
    /// Nil where there is none.
    static let folder: String? = {
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        return groups.split(separator: "\n").first { $0.hasPrefix("0::") }.map { "/sys/fs/cgroup\($0.dropFirst(3))" }
    }()
}
