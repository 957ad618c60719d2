/// A small sign on close views: where people get off, have a coffee or look around.
enum MapSymbol: String, CaseIterable {
    case rail, metro, tram, cafe, view

    /// Half of its side, pixels.
    static let reach = 8.0

    /// The symbol of a point of interest; nil for one that has none.
    init?(_ properties: Properties) {
        switch (properties["class"], properties["subclass"]) {
        case ("railway", "tram_stop"): self = .tram
        case ("railway", "subway"), ("entrance", "subway_entrance"): self = .metro
        case ("railway", "station"), ("railway", "halt"): self = .rail
        case ("cafe", _): self = .cafe
        case ("attraction", "viewpoint"): self = .view
        default: return nil
        }
    }

    /// Smaller is more important.
    var rank: Double {
        switch self {
        case .rail: 26
        case .metro: 28
        case .view: 34
        case .tram: 36
        case .cafe: 60
        }
    }

    /// From which zoom its name stands below it.
    var nameZoom: Double {
        switch self {
        case .rail: 13.5
        case .view: 16
        case .tram, .metro, .cafe: 17
        }
    }

    /// The least distance between two of its kind, pixels: a street of cafés is not a row of cups.
    func distance(_ zoom: Double) -> Double {
        switch self {
        case .rail: 60
        case .metro, .tram, .view: zoom < 17.5 ? 90 : 45
        case .cafe: zoom < 16.5 ? 150 : zoom < 17.5 ? 80 : 24
        }
    }

    /// The sign around 0, 0, for uses by the name `s-rail`.
    func definition(_ colours: Theme.MapColours) -> String {
        """
        <g id="s-\(rawValue)" stroke="\(colours.halo)"><circle r="7.5" fill="\(colour(colours))"/>\
        <path fill="none" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" d="\(glyph)"/></g>
        """
    }

    private func colour(_ colours: Theme.MapColours) -> String {
        switch self {
        case .rail, .metro, .tram: colours.transit
        case .cafe: colours.cafe
        case .view: colours.parkText
        }
    }

    private var glyph: String {
        switch self {
        // The front of a train over two rails.
        case .rail: "M-2.6-4h5.2v5.6h-5.2zM-2.6-1h5.2M-2.4 4.4l1.2-2.4M2.4 4.4l-1.2-2.4"
        case .metro: "M-3.4 3v-6l3.4 4.2 3.4-4.2v6"
        // The front of a tram under its wire.
        case .tram: "M-2.6-2h5.2v5.6h-5.2zM-2.6 1h5.2M0-2v-2.4M-2-4.4h4"
        // A cup with a handle, and steam.
        case .cafe:
            "M-3.6-1h5.6v2.2a2 2 0 0 1-2 2h-1.6a2 2 0 0 1-2-2zM2-.4h.8a1.2 1.2 0 0 1 0 2.6h-.8M-2-4.2v1.2M.4-4.2v1.2"
        // A mountain in front of another.
        case .view: "M-4.4 3.2l3-5.6 2 3.6 1.2-2 2.6 4z"
        }
    }
}
