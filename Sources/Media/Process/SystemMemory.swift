import Foundation

/// The memory that programs of this process may still take.
public enum SystemMemory {
    /// Bytes that are free or can be freed: of the machine, or of the container where that has less. 0 where the system does
    /// not tell.
    public static var available: Int {
        let machine = available(ofMachine: text("/proc/meminfo"))
        guard let group = ControlGroup.folder else { return machine }
        return min(machine, available(limit: text("\(group)/memory.max"), used: text("\(group)/memory.current")))
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// - Parameter text: of `/proc/meminfo`.
    static func available(ofMachine text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") } ?? ""
        let kilobytes = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return kilobytes * 1_024
    }

    /// - Parameters:
    ///   - limit: of `memory.max`: bytes, or "max".
    ///   - used: of `memory.current`.
    static func available(limit: String, used: String) -> Int {
        func number(_ text: String) -> Int? { Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) }
        guard let limit = number(limit) else { return .max }
        return max(0, limit - (number(used) ?? 0))
    }
}
