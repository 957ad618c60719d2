import Foundation
import Logging
import Testing

@testable import App

/// The log as lines for programs.
struct LogFormatTests {
    private static let time = Date(timeIntervalSince1970: 1_764_443_609.125)

    private func line(_ format: LogFormat, _ message: String, _ metadata: Logger.Metadata = [:]) -> String {
        format.line(LogFormatTests.time, level: .warning, message: message, metadata: metadata)
    }

    @Test func `logfmt quotes what is not plain`() {
        #expect(
            line(.logfmt, "a slow statement", ["route": "GET /", "microseconds": "50100", "sql": "", "path": #"a\"b"#])
                == #"time=2025-11-29T19:13:29.125Z level=warning msg="a slow statement" microseconds=50100 path="a\\\"b""#
                + " route=\"GET /\" sql=\"\"\n")
    }

    @Test func `JSON is an object with all that was said`() throws {
        let said = "“ä” 😀 \u{0}\u{7}\u{1B}[31m\u{7F}\u{85}\u{2028}\"\\\r\n\tend"
        let text = line(.json, said, ["key": "\(said)", "list": ["a", "b"]])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(object["msg"] == said && object["key"] == said && object["level"] == "warning")
        #expect(object["time"] == "2025-11-29T19:13:29.125Z")
    }

    /// An attacker's line break must not begin a line of its own.
    @Test(arguments: [LogFormat.logfmt, .json]) func `whatever is said stands on one line`(_ format: LogFormat) {
        for scalar in (0...0x2030).compactMap({ Unicode.Scalar($0) }) {
            let text = line(format, "a\(scalar)b", ["key": "\(scalar)", "other": "c"])
            #expect(text.hasSuffix("\n"))
            #expect(text.dropLast().allSatisfy { !$0.isNewline }, "\(scalar.value)")
        }
    }

    @Test func `an event's error is told`() {
        let line = LogFormat.logfmt.line(
            LogFormatTests.time, level: .error, message: "failed", metadata: ["number": "7"], error: Failure.notFound)
        #expect(line.hasSuffix(" msg=failed error=notFound number=7\n"))
    }

    @Test func `no key stands twice`() throws {
        let text = line(.json, "said", ["msg": "another", "time": "1", "level": "2"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(object["msg"] == "said" && object["_msg"] == "another")
        #expect(text.components(separatedBy: "\"msg\"").count == 2)
    }
}
