import Foundation
import ZoneFiles

/// Adds zones from a file, for the command line.
public struct ZoneImport: Sendable {
    let zones: Zones

    /// Why nothing was added: a sentence.
    public struct Refusal: Error, Sendable {
        /// The sentence.
        public let words: String
    }

    /// Adds all areas of a property list, GeoJSON, GPX or KML file.
    ///
    /// - Returns: how many there are, and a sentence for each that is left out.
    /// - Throws: `Refusal`; `DatabaseError`.
    public func add(_ path: String) throws -> (count: Int, leftOut: [String]) {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try file.read(upToCount: ZoneFile.largest + 1)
        else { throw Refusal(words: "it cannot be read or is empty.") }
        let contents: ZoneFileContents
        do { contents = try ZoneFile.read(data) } catch { throw Refusal(words: error.sentence) }
        return (try zones.add(contents.areas, zones.site.now), contents.leftOut)
    }
}
