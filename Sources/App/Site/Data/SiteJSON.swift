import Foundation

/// The JSON that the site writes, for scripts, devices, files and rows: keys in a fixed order, slashes as they are.
enum SiteJSON {
    /// - Parameter isIndented: for files that people read.
    static func encoder(isIndented: Bool = false) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }

    static func bytes(_ value: some Encodable, isIndented: Bool = false) throws -> [UInt8] {
        Array(try encoder(isIndented: isIndented).encode(value))
    }

    /// The same as a text.
    static func text(_ value: some Encodable) throws -> String { String(decoding: try bytes(value), as: UTF8.self) }
}
