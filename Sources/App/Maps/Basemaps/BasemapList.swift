import MapDownload

/// What is in the folder, in words.
extension BasemapFolder {
    /// A line for each map, those first that lie over others.
    ///
    /// - Throws: `CocoaError` for a folder that cannot be read.
    public func list() throws -> [String] {
        let (files, unusable) = try open()
        return files.map { file in
            let size = ByteFormatter.text(FileMark.size("\(path)/\(file.name)"))
            return "\(file.name): \(size), \(BasemapFolder.summary(file))"
        } + unusable.map { "\($0.name): cannot be used: \($0.words)" }
            + (try partialNames().map { "\($0): not whole, \(partialWords($0))" })
            + uploads().map { "\($0.name): not whole, \(uploadWords($0))" }
            + extracts().map { "\($0): an extract without a map" }
    }

    /// The names of maps that are being loaded, or whose loading broke off.
    ///
    /// - Throws: `CocoaError` for a folder that cannot be read.
    func partialNames() throws -> [String] {
        try FolderEntries.names(in: path).compactMap { PartialMap.name(of: $0) }.sorted()
    }

    /// Whether a map is being loaded now, by whichever process.
    func isBeingLoaded(_ name: String) -> Bool { PartialMap("\(path)/\(name)").isBusy }

    /// "12 MB of 38 MB are loaded"
    func partialWords(_ name: String) -> String {
        let size = PartialMap("\(path)/\(name)").size
        return "\(ByteFormatter.text(size.loaded)) of \(ByteFormatter.text(size.whole)) are loaded"
    }

    static func summary(_ map: BasemapFile) -> String {
        func text(_ degrees: Double) -> String { String(format: "%.2f", degrees) }
        let bounds = map.bounds
        let area = "\(text(bounds.south)), \(text(bounds.west)) to \(text(bounds.north)), \(text(bounds.east))"
        let zooms = "zoom \(map.zooms.lowerBound) to \(map.zooms.upperBound)"
        return [zooms, area, map.schema?.name ?? "images", map.attribution].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
