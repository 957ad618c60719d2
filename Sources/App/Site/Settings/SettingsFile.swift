import Foundation

/// The settings of an installed program: lines of `NAME=value`, as systemd reads them for its services.
public enum SettingsFile {
    /// Bytes that are read at most.
    private static let maxBytes = 1 << 20

    /// The settings of a file; none of one that is not there, or that the user may not read.
    public static func read(_ path: String) -> [String: String] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: maxBytes) else {
            return [:]
        }
        return parse(String(decoding: data, as: UTF8.self))
    }

    /// The settings whose names begin with `CAIRN_`. Later lines go before earlier ones of the same name.
    ///
    /// Source: systemd.exec(5), *EnvironmentFile*.
    static func parse(_ text: String) -> [String: String] {
        var settings: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("CAIRN_"), let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].trimmingCharacters(in: .whitespaces)
            let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            guard name.utf8.allSatisfy({ $0 == 0x5F || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) })
            else {
                continue
            }
            settings[name] = unquoted(value)
        }
        return settings
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, let quote = value.first, quote == value.last, quote == "\"" || quote == "'" else {
            return value
        }
        let inside = String(value.dropFirst().dropLast())
        // In single quotes everything stands for itself.
        return quote == "'" ? inside : inside.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
}
