import Foundation

/// Files of OpenStreetMap's data, as they are offered for countries and towns.
public enum OSMExtract {
    /// What their names end in.
    static let ending = ".pbf"

    /// Whether a file is one, by its name.
    public static func isName(_ name: some StringProtocol) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && name.lowercased().hasSuffix(ending)
    }

    /// The name of its map: "monaco.mbtiles" of "monaco.osm.pbf", or of "monaco-osm.pbf", as uploads are called.
    static func mapName(_ name: String) -> String {
        var stem = String(name.dropLast(ending.count))
        for part in [".osm", "-osm"] where stem.hasSuffix(part) { stem.removeLast(part.count) }
        return "\(stem.isEmpty ? "map" : stem).mbtiles"
    }

    /// Checks that a file begins like one. tilemaker takes any other for an empty one.
    ///
    /// - Throws: `BasemapRefusal`.
    static func check(_ path: String) throws(BasemapRefusal) {
        guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 15) else {
            let words = access(path, F_OK) == 0 || errno == EACCES ? "it cannot be read" : "there is no such file"
            throw BasemapRefusal(words: words)
        }
        // A length of four bytes, and the type of the first block as a field of a message of protocol buffers.
        guard head.dropFirst(6).elementsEqual("OSMHeader".utf8) else {
            throw BasemapRefusal(words: "it is no extract of OpenStreetMap")
        }
    }
}
