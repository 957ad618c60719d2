import Foundation
import HTTP

/// The secret of a phone app's request, in each form in which apps send one.
enum AppCredentials {
    /// Longer ones are nobody's.
    private static let longest = 100

    /// What may be the token, most certain first: the last segment of the path, Bearer, the password of Basic or its user if
    /// there is none, `?token=`.
    static func candidates(_ head: RequestHead, _ parameters: [String: String]) -> [String] {
        let header = head.headers["authorization"] ?? ""
        let all = [parameters["token"]] + authorization(header) + [head.queryFields["token"]]
        return all.compactMap { $0 }.filter { (1...longest).contains($0.utf8.count) }
    }

    private static func authorization(_ header: String) -> [String?] {
        guard header.utf8.count <= 1_000 else { return [] }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        let value = parts[1].trimmingCharacters(in: .whitespaces)
        switch parts[0].lowercased() {
        case "bearer": return [value]
        case "basic": return basic(value)
        default: return []
        }
    }

    /// Overland writes `TOKEN:` as it is, all others write it in base64.
    private static func basic(_ value: String) -> [String?] {
        let literal = value.hasSuffix(":") ? String(value.dropLast()) : value
        guard let data = Data(base64Encoded: value) else { return [literal] }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false
        ).map { String($0) }
        let password = parts.count > 1 ? parts[1] : ""
        return [password.isEmpty ? parts[0] : password, literal]
    }
}
