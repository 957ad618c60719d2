import Foundation
import Synchronization

extension Terminal {
    /// Writes at once what `print` would keep for the end of a line.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Whether they agree; what runs without a terminal is not asked.
    static func agrees(to question: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return true }
        write("\(question) [Y/n] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? "n"
        return ["", "y", "yes"].contains(answer)
    }
}

/// One line that says how far something is; where nobody watches, a line for each tenth.
final class ProgressLine: Sendable {
    private let shown = Mutex(-1)
    private let isWatched = isatty(STDOUT_FILENO) == 1

    /// The line as long as something runs: what is said afterwards, be it an error, stands below it.
    static func during<Value, Failure>(
        _ body: (ProgressLine) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let line = ProgressLine()
        defer { if line.isWatched { Terminal.write("\n") } }
        return try body(line)
    }

    /// - Returns: true, to go on.
    func show(_ bytes: UInt64, of whole: UInt64) -> Bool {
        let percent = whole == 0 ? 100 : Int(Double(bytes) / Double(whole) * 100)
        return show(percent, String(format: "%.1f of %.1f MB", Double(bytes) / 1e6, Double(whole) / 1e6))
    }

    /// - Returns: true, to go on.
    func show(_ percent: Int, _ words: String) -> Bool {
        let step = isWatched ? percent : percent / 10 * 10
        let isNew = shown.withLock { shown in
            defer { shown = max(shown, step) }
            return step > shown
        }
        guard isNew else { return true }
        let text = String(format: "%3d %%, ", step) + words
        // What was longer before is written over.
        let line =
            isWatched ? "\r\(text.padding(toLength: ProgressLine.width, withPad: " ", startingAt: 0))" : "\(text)\n"
        Terminal.write(line)
        return true
    }

    /// Columns.
    private static let width = 50
}
