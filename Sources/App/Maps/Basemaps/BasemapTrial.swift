import Atlas
import PMTiles

extension BasemapFile {
    /// How many tiles must be drawn before a file is accepted whose others may be damaged; all of them in a file with fewer.
    private static let enough = 3
    /// How many tiles of a zoom are tried: some may be empty, and a damaged one is no reason to refuse the others.
    private static let triesAtZoom = 10

    /// Draws some tiles, because a file may have the right tables and yet no tile that can be drawn.
    ///
    /// - Throws: `BasemapRefusal`.
    func checkDrawing() throws(BasemapRefusal) {
        guard zooms.lowerBound <= BasemapSet.closest else {
            throw BasemapRefusal(
                words: "its tiles begin at zoom \(zooms.lowerBound), and none beyond \(BasemapSet.closest) are drawn")
        }
        var (drawn, tried, unreadable) = (0, 0, 0)
        do {
            for position in try samples() {
                // A row that holds no bytes, or lies outside the world, is no tile.
                guard let tile = try tile(position) else { continue }
                tried += 1
                switch tile.trial(zoom: position.zoom, x: position.x, y: position.y) {
                case .drawn: drawn += 1
                case .blank: continue
                case .unreadable: unreadable += 1
                }
                if drawn == BasemapFile.enough { return }
            }
        } catch let error as PMTilesError {
            throw BasemapRefusal(words: error.reason)
        } catch { throw BasemapRefusal(words: "its tiles cannot be read (\(error))") }
        guard tried > 0 else { throw BasemapRefusal(words: BasemapFile.noTiles) }
        // Wide land without roads or water is paper, and no fault of the file.
        guard drawn == 0 || unreadable > 0 && drawn < min(tried, BasemapFile.enough) else { return }
        throw BasemapRefusal(words: unreadable > 0 ? BasemapFile.unknownForm : BasemapFile.unknownSchema)
    }

    static let unknownForm = """
        its tiles are damaged, larger than 16 MB or of an unknown form: vector tiles (as they are, or packed with gzip or zlib), PNG, JPEG \
        and WebP can be drawn
        """
    static let unknownSchema = """
        nothing of its tiles can be drawn: they are empty, or their layers are not those of \(TileSchema.names)
        """

    /// Tiles of the lowest, the middle and the highest zoom, one of each in turn: first the one in the middle of the
    /// map, then those that the file names first.
    private func samples() throws -> [TilePosition] {
        let (lowest, highest) = (zooms.lowerBound, min(zooms.upperBound, BasemapSet.closest))
        let zooms = Set([lowest, (lowest + highest) / 2, highest]).sorted()
        let known = try zooms.map { zoom in
            [middle(zoom)] + (try someTiles(zoom: zoom, limit: BasemapFile.triesAtZoom))
        }
        var seen: Set<TilePosition> = []
        return (0...BasemapFile.triesAtZoom).flatMap { turn in
            known.compactMap { turn < $0.count ? $0[turn] : nil }
        }.filter { seen.insert($0).inserted }
    }

    private func middle(_ zoom: Int) -> TilePosition {
        let last = (1 << zoom) - 1
        let at = BasemapTile.position(of: bounds.centre, zoom: zoom)
        return TilePosition(zoom: zoom, x: min(last, max(0, Int(at.x))), y: min(last, max(0, Int(at.y))))
    }
}
