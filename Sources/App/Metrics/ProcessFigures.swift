import Foundation
import Media

/// What the kernel says of this process and its container. Nil and 0 where it says nothing.
struct ProcessFigures {
    let residentBytes: Int
    let processorSeconds: Double
    let openFiles: Int
    let maxFiles: Int
    /// Seconds since 1970.
    let startedAt: Double
    /// The memory of the control group, with the pages of files that it keeps; nil outside of one.
    let groupBytes: Int?
    /// nil without a limit.
    let groupLimit: Int?

    /// Reads them from `/proc` and `/sys/fs/cgroup` (proc(5), cgroups(7)).
    static var current: ProcessFigures {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let pages = text("/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let group = controlGroup
        return ProcessFigures(
            residentBytes: pages * Int(sysconf(Int32(_SC_PAGESIZE))),
            processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            openFiles: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
            maxFiles: Int(clamping: files.rlim_cur), startedAt: startedAt,
            groupBytes: group.flatMap { Int(text($0 + "/memory.current")) },
            groupLimit: group.flatMap { Int(text($0 + "/memory.max")) })
    }

    /// The time when the process started: the kernel counts in ticks since the machine did.
    private static var startedAt: Double {
        let stat = text("/proc/self/stat")
        // The program's name, in parentheses, may contain spaces. Of what follows it the twentieth is the start.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        guard fields.count > 20, let ticks = Double(fields[20]) else { return 0 }
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        let running = Double(uptime.tv_sec) - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        return Date().timeIntervalSince1970 - running
    }

    /// The folder of the process's group (version 2).
    private static var controlGroup: String? {
        let line = text("/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::/") }
        guard let line else { return nil }
        // Inside a container the path may be one that is seen from outside; then the root is the container's group.
        let root = "/sys/fs/cgroup"
        return [root + line.dropFirst(3), root].first { access($0 + "/memory.current", R_OK) == 0 }
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func text(_ path: String) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { return "" }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
