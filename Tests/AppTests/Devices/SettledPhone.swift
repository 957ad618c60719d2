import Testing

@testable import App

/// Two phone apps of the owner's: the page that lists them offers to end all only where there are several.
struct SettledPhone {
    private let phone: Phone

    init(_ owner: Visitor) throws {
        phone = try Phone(owner)
        _ = try Phone(owner, .overland, name: "Tablet")
    }

    static func has(_ pattern: String) -> Bool {
        pattern.hasPrefix("/ingest/") || (pattern.hasPrefix("/settings/devices/{id}") && !pattern.hasSuffix("/forget"))
    }

    /// Its page, which has forms that no other page has.
    var open: [String] { ["/settings/devices/\(phone.id)"] }

    func path(of pattern: String) -> String {
        if pattern.hasPrefix("/settings") { return pattern.replacing("{id}", with: "\(phone.id)") }
        return pattern.hasSuffix("}")
            ? pattern.replacing("{token}", with: phone.token) : "\(pattern)?token=\(phone.token)"
    }

    static let fields: [String: [(String, String)]] = [
        "/settings/devices": [("name", "Table"), ("app", "owntracks")],
        "/settings/devices/{id}/rename": [("name", "x")], "/settings/devices/{id}/pause": [("on", "1")],
    ]
}
