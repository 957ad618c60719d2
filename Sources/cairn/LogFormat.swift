import Foundation
import Logging

/// How a line of the log is written, on standard error: `CAIRN_LOG_FORMAT`.
enum LogFormat: String, CaseIterable {
    /// As swift-log writes it, for people.
    case text
    /// `time=… level=… msg="…" key=value`
    case logfmt
    /// An object a line.
    case json

    func handler(label: String) -> any LogHandler {
        self == .text ? StreamLogHandler.standardError(label: label) as any LogHandler : LineLogHandler(format: self)
    }

    /// A line with its end.
    func line(_ time: Date, level: Logger.Level, message: String, metadata: Logger.Metadata) -> String {
        let pairs =
            [
                ("time", time.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))),
                ("level", level.rawValue), ("msg", message),
            ] + metadata.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        if self == .json {
            return "{" + pairs.map { "\(LogFormat.quoted($0.0)):\(LogFormat.quoted($0.1))" }.joined(separator: ",")
                + "}\n"
        }
        return pairs.map { "\($0.0)=\(LogFormat.isPlain($0.1) ? $0.1 : LogFormat.quoted($0.1))" }.joined(separator: " ")
            + "\n"
    }

    /// A string as JSON has it (RFC 8259, 7), on one line.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            // Line and paragraph separators end a line for some readers.
            case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029:
                quoted += String(format: "\\u%04x", scalar.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a value of logfmt needs no quotes.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "=" }
    }
}

/// Writes each entry as one line.
struct LineLogHandler: LogHandler {
    let format: LogFormat
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(format: LogFormat) { self.format = format }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
        let line = format.line(Date(), level: event.level, message: event.message.description, metadata: all)
        FileHandle.standardError.write(Data(line.utf8))
    }
}
