import Logging
import Synchronization

/// Records the lines of a log.
final class LogLines: Sendable {
    let all = Mutex<[String]>([])
    private let level: Logger.Level

    init(from level: Logger.Level = .trace) { self.level = level }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(lines: self) }
        logger.logLevel = level
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
