import Foundation

/// What `cairn doctor` found.
public struct DoctorReport: Encodable, Sendable {
    /// How something is.
    public enum State: String, Encodable, Sendable {
        case ok, warning, broken
    }

    /// One thing that was looked at.
    public struct Check: Encodable, Sendable {
        /// "database"
        public let name: String
        public let state: State
        /// What was found.
        public let message: String
        /// What to do; "" for nothing.
        public let advice: String
    }

    /// In the order in which they were made.
    public internal(set) var checks: [Check] = []

    /// Whether anything is broken. Warnings do not count.
    public var isBroken: Bool { checks.contains { $0.state == .broken } }

    mutating func ok(_ name: String, _ message: String) {
        checks.append(Check(name: name, state: .ok, message: message, advice: ""))
    }

    mutating func warn(_ name: String, message: String, advice: String) {
        checks.append(Check(name: name, state: .warning, message: message, advice: advice))
    }

    mutating func fail(_ name: String, message: String, advice: String) {
        checks.append(Check(name: name, state: .broken, message: message, advice: advice))
    }

    /// A line for each check, and one for what to do.
    public var text: String {
        let width = checks.map { $0.name.count }.max() ?? 0
        let lines = checks.flatMap { check in
            let mark = check.state == .ok ? "ok     " : check.state == .warning ? "warning" : "BROKEN "
            let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
            let line = "\(mark)  \(name)  \(check.message)"
            let indent = String(repeating: " ", count: width + 11)
            return check.advice.isEmpty ? [line] : [line, indent + check.advice]
        }
        let broken = checks.count { $0.state == .broken }
        let warnings = checks.count { $0.state == .warning }
        let end =
            broken > 0
            ? "\(broken) broken" : warnings > 0 ? "no faults, \(CountWords.of(warnings, "warning"))" : "all is well"
        return (lines + ["", end]).joined(separator: "\n")
    }

    /// The same for programs: `{"ok":true,"checks":[{"name":…,"state":"ok|warning|broken","message":…,"advice":…}]}`.
    public var json: String {
        struct Whole: Encodable {
            let ok: Bool
            let checks: [Check]
        }
        let bytes = (try? SiteJSON.bytes(Whole(ok: !isBroken, checks: checks), isIndented: true)) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}
