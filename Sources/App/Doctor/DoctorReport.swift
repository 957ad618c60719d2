import Foundation

/// What `cairn doctor` found.
public struct DoctorReport: Encodable, Sendable {
    /// How something is.
    public enum State: String, Encodable, Sendable {
        case ok, warning, broken

        /// As the report for people begins a line with it.
        var mark: String { self == .broken ? "BROKEN" : rawValue }
    }

    /// One thing that was looked at.
    public struct Check: Encodable, Sendable {
        /// "database": the same in every version.
        public let name: String
        public let state: State
        /// What was found.
        public let message: String
        /// What to do; "" for nothing.
        public let advice: String
    }

    /// In the order in which they were made. The same name may stand several times.
    public private(set) var checks: [Check] = []

    /// Whether anything is broken. Warnings do not count.
    public var isBroken: Bool { checks.contains { $0.state == .broken } }

    mutating func ok(_ name: String, _ message: String) { add(.ok, name, message, "") }

    mutating func warn(_ name: String, message: String, advice: String) { add(.warning, name, message, advice) }

    mutating func fail(_ name: String, message: String, advice: String) { add(.broken, name, message, advice) }

    private mutating func add(_ state: State, _ name: String, _ message: String, _ advice: String) {
        checks.append(
            Check(name: name, state: state, message: PlainLine.text(message), advice: PlainLine.text(advice)))
    }

    /// A line for each check, one below it for what to do, and a summary.
    public var text: String {
        let width = checks.map { $0.name.count }.max() ?? 0
        let lines = checks.flatMap { check in
            let mark = check.state.mark.padding(toLength: 9, withPad: " ", startingAt: 0)
            let name = check.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
            let indent = String(repeating: " ", count: width + 11)
            return [mark + name + check.message] + (check.advice.isEmpty ? [] : [indent + check.advice])
        }
        return (lines + ["", summary]).joined(separator: "\n")
    }

    private var summary: String {
        let broken = checks.count { $0.state == .broken }
        let warnings = checks.count { $0.state == .warning }
        let rest = warnings == 0 ? "" : warnings == 1 ? "1 warning" : "\(warnings) warnings"
        guard broken == 0 else { return "\(broken) broken" + (rest.isEmpty ? "" : ", \(rest)") }
        return rest.isEmpty ? "all is well" : "nothing is broken, \(rest)"
    }

    /// The same for programs: `{"ok":true,"checks":[{"name":…,"state":"ok|warning|broken","message":…,"advice":…}]}`.
    public func json() throws -> String {
        struct Whole: Encodable {
            let ok: Bool
            let checks: [Check]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(Whole(ok: !isBroken, checks: checks)), as: UTF8.self)
    }
}
