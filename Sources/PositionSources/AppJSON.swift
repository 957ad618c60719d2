import Foundation

/// The JSON of a request.
enum AppJSON {
    /// Most commas, brackets and braces: twice those of the longest batch, 2,000 points of Overland. A value takes a byte or two,
    /// and thousands of times the work of a byte.
    private static let mostSigns = 100_000

    /// nil for what is no such JSON.
    static func read<Value: Decodable>(_ body: [UInt8], as type: Value.Type = Value.self) -> Value? {
        guard isBounded(body) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(body))
    }

    private static func isBounded(_ body: [UInt8]) -> Bool {
        guard body.count > mostSigns else { return true }
        var count = 0
        for byte in body {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
            default: continue
            }
        }
        return count <= mostSigns
    }
}
