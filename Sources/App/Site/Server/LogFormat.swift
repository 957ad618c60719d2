import Foundation
import Logging
import Synchronization

/// How the lines of the log are written.
public enum LogFormat: String, CaseIterable, Sendable {
    /// As swift-log writes them, for people.
    case text
    /// `time=2026-11-29T19:13:29.125Z level=info msg="listening" port=8080`, as Go's logfmt package reads it.
    case logfmt
    /// An object a line (RFC 8259).
    case json

    /// What writes to standard error.
    ///
    /// - Parameter label: the name of the program, which only `text` writes.
    public func handler(label: String) -> any LogHandler {
        self == .text ? StreamLogHandler.standardError(label: label) as any LogHandler : LineLogHandler(format: self)
    }

    /// A line with its end. No key stands twice: one of the metadata that the line has itself gets an underscore before it.
    func line(
        _ time: Date, level: Logger.Level, message: String, metadata: Logger.Metadata, error: (any Error)? = nil
    ) -> String {
        let own = [
            ("time", time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            ("level", level.rawValue), ("msg", message),
        ]
        let taken = Set(own.map { $0.0 })
        let said = error.map { metadata.merging(["error": "\($0)"]) { _, error in error } } ?? metadata
        let more = said.sorted { $0.key < $1.key }.map {
            (taken.contains($0.key) ? "_\($0.key)" : $0.key, "\($0.value)")
        }
        let pairs = own + more
        if self == .json {
            return "{\(pairs.map { "\(LogFormat.quoted($0.0)):\(LogFormat.quoted($0.1))" }.joined(separator: ","))}\n"
        }
        return pairs.map { "\($0.0)=\(LogFormat.isPlain($0.1) ? $0.1 : LogFormat.quoted($0.1))" }.joined(separator: " ")
            + "\n"
    }

    /// A string as JSON has it (RFC 8259, 7), which logfmt shares, on one line for every reader.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            // Some readers end a line at the separators of lines and paragraphs, and at NEL.
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || [0x2028, 0x2029].contains(scalar.value):
                quoted += String(format: "\\u%04x", scalar.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a value of logfmt needs no quotes.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "=" && $0 != "\\"
            }
    }
}

/// Writes each event as one line to standard error.
private struct LineLogHandler: LogHandler {
    let format: LogFormat
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    /// The system keeps a line together only up to 4,096 bytes.
    private static let turn = Mutex(())

    init(format: LogFormat) { self.format = format }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
        let line = format.line(
            Date(), level: event.level, message: event.message.description, metadata: all, error: event.error)
        LineLogHandler.turn.withLock { _ in LineLogHandler.write(line) }
    }

    private static func write(_ line: String) {
        var rest = Array(line.utf8)[...]
        // Whoever reads may be gone: a line that cannot be written is no reason to end the server.
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
