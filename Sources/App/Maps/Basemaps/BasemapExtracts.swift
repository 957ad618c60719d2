import Foundation
import Proximity

/// Extracts of OpenStreetMap that have come: `.extract-NAME` in the folder of the maps, until there is a map of each.
extension BasemapFolder {
    private static let extractPrefix = ".extract-"
    /// How many may wait.
    private static let mostExtracts = 4

    /// Their names, in order.
    func extracts() -> [String] {
        let names = (try? FolderEntries.names(in: path)) ?? []
        return names.filter { $0.hasPrefix(BasemapFolder.extractPrefix) }
            .map { String($0.dropFirst(BasemapFolder.extractPrefix.count)) }.filter { OSMExtract.isName($0) }.sorted()
    }

    /// Where the extract of a name is.
    func extractPath(_ name: String) -> String { "\(path)/\(BasemapFolder.extractPrefix)\(name)" }

    /// Keeps a file that a browser has sent, instead of another extract of its name.
    ///
    /// - Throws: `BasemapRefusal`.
    func keep(extract file: String, as name: String) throws(BasemapRefusal) {
        let others = extracts().filter { $0 != name }
        guard others.count < BasemapFolder.mostExtracts else {
            throw BasemapRefusal(words: "\(others.count) others have no map yet: delete one", isElsewhere: true)
        }
        try make()
        let partial = try temporaryLink(to: file, name)
        defer { unlink(partial) }
        try keep(partial, as: BasemapFolder.extractPrefix + name, replacing: true)
    }

    /// Lets an extract stay for another week.
    func touchExtract(_ name: String) { utimes(extractPath(name), nil) }

    /// Deletes an extract.
    ///
    /// - Returns: false where there is none.
    @discardableResult
    func discardExtract(_ name: String) -> Bool { unlink(extractPath(name)) == 0 }

    /// Deletes extracts of which nobody has made a map for a week.
    func sweepExtracts(_ now: Timestamp) {
        for name in extracts() {
            guard let time = FileMark.time(extractPath(name)), time < now - BasemapFolder.longestUpload else {
                continue
            }
            discardExtract(name)
        }
    }
}
