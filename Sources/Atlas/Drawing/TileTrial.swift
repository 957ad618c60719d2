/// What becomes of a tile's data when it is drawn.
public enum TileTrial: Sendable {
    /// The data is neither a vector tile nor an image of a known type, or it is damaged.
    case unreadable
    /// It is a vector tile with nothing that the map's style draws.
    case blank
    case drawn
}

extension BasemapTile {
    /// Draws the tile alone, to learn whether it shows anything; rows are counted from the north.
    public func trial(zoom: Int, x: Int, y: Int) -> TileTrial {
        switch TileSources.content(self) {
        case nil: return .unreadable
        case .picture: return RasterTile.isComplete(data) ? .drawn : .unreadable
        case .vector:
            let empty = BasemapTile(data: [], bounds: bounds)
            return alone(zoom, x, y) == empty.alone(zoom, x, y) ? .blank : .drawn
        }
    }

    /// The tile on a map that has no other.
    private func alone(_ zoom: Int, _ x: Int, _ y: Int) -> String? {
        let map = Basemap(
            tiles: { [self] in $0 == zoom && $1 == x && $2 == y ? [self] : [] }, maximumZoom: zoom)
        return (try? map.tile(zoom: zoom, x: x, y: y, theme: .light)) ?? nil
    }
}
