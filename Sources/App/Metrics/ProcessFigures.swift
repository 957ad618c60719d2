import Foundation

/// What the kernel says of this process and its control group. 0 where it says nothing.
struct ProcessFigures {
    let residentBytes: Int
    let processorSeconds: Double
    let openFiles: Int
    let maxFiles: Int
    /// Nil outside of one.
    let group: ControlGroup?

    /// The memory of a control group (cgroups(7), version 2).
    struct ControlGroup: Equatable {
        /// With the pages of files that are kept in memory.
        let bytes: Int
        /// Without those that the kernel drops when memory is wanted.
        let workingSet: Int
        /// nil without a limit.
        let limit: Int?
    }

    /// As they are now.
    ///
    /// - Parameter root: the folder with `proc` and `sys`, for tests.
    static func read(root: String = "") -> ProcessFigures {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let pages = text(root + "/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ProcessFigures(
            residentBytes: pages * Int(sysconf(Int32(_SC_PAGESIZE))),
            processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            openFiles: (try? FileManager.default.contentsOfDirectory(atPath: root + "/proc/self/fd").count) ?? 0,
            maxFiles: Int(clamping: files.rlim_cur), group: controlGroup(root: root))
    }

    /// When the process started, in seconds since 1970: the kernel counts in ticks since the machine did (proc(5)). Read once,
    /// since it would move with every step of the clock.
    static let startedAt: Double = {
        let stat = text("/proc/self/stat")
        // The program's name, in parentheses, may contain spaces. Of what follows it the twentieth is the start.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        guard fields.count > 20, let ticks = Double(fields[20]) else { return 0 }
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        let now = Double(uptime.tv_sec) + Double(uptime.tv_nsec) / 1e9
        return Date().timeIntervalSince1970 - (now - ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }()

    private static func controlGroup(root: String) -> ControlGroup? {
        let line = text(root + "/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::/") }
        guard let line else { return nil }
        // Inside of a container the path may be one that is seen from outside; then the top is the container's group.
        let top = root + "/sys/fs/cgroup"
        for folder in [top + line.dropFirst(3), top] {
            guard let bytes = Int(text(folder + "/memory.current")) else { continue }
            let inactive = text(folder + "/memory.stat").split(separator: "\n").first { $0.hasPrefix("inactive_file ") }
            let dropped = inactive.flatMap { Int($0.dropFirst("inactive_file ".count)) } ?? 0
            return ControlGroup(
                bytes: bytes, workingSet: max(0, bytes - dropped), limit: Int(text(folder + "/memory.max")))
        }
        return nil
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func text(_ path: String) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { return "" }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
