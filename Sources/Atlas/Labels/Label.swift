/// A candidate name or symbol for a map.
struct Label {
    /// What it names; decides its style.
    enum Kind: Int {
        case city, town, suburb, quarter, water, park, street, place, number
        /// Names of the built-in world: countries, cities of a million and smaller ones.
        case country, metropolis, settlement

        /// Whether a dot marks the place, with the name above it.
        var hasDot: Bool { self == .metropolis || self == .settlement }

        /// Whether it is a town or a part of one.
        var isSettlement: Bool {
            switch self {
            case .city, .town, .suburb, .quarter, .metropolis, .settlement: true
            default: false
            }
        }

        /// Font size in pixels. Tiles are shown at ``MapDrawing/smallest`` of their size or more: nothing is smaller
        /// than 11 pixels on the screen.
        fileprivate var size: Double {
            switch self {
            case .city: 17
            case .town: 14
            case .country, .metropolis, .suburb: 13
            case .settlement, .quarter, .water, .park, .street, .place, .number: 12
            }
        }

        /// Space between letters, relative to the font size.
        var spacing: Double {
            switch self {
            case .country: 0.12
            case .suburb: 0.03
            default: 0
            }
        }
    }

    /// "" for a symbol without a name.
    let text: String
    let kind: Kind
    /// Smaller is more important.
    let rank: Double
    /// The place of a point's name, or the way of a street's name.
    let path: [Point]
    /// Font size in pixels.
    let size: Double
    /// Stands at the place, with the name below it.
    let symbol: MapSymbol?

    init(
        text: String, kind: Kind, rank: Double, path: [Point], size: Double? = nil, symbol: MapSymbol? = nil
    ) {
        self.text = text
        self.kind = kind
        self.rank = rank
        self.path = path
        self.size = size ?? kind.size
        self.symbol = symbol
    }

    /// The same at another place.
    func moved(to path: [Point]) -> Label {
        Label(text: text, kind: kind, rank: rank, path: path, size: size, symbol: symbol)
    }

    /// An upper bound for the width of the text, pixels: with 15 % added, because system fonts differ.
    var width: Double {
        text.unicodeScalars.reduce(0) { $0 + Label.advance($1) + kind.spacing } * size * 1.15
    }

    /// The width of a letter relative to the font size, from common sans-serif fonts, rounded up.
    private static func advance(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x20, 0x2E, 0x2C, 0x27, 0x69, 0x6A, 0x6C, 0x74, 0x66, 0x49: 0.32
        case 0x6D, 0x77, 0x4D, 0x57: 0.85
        case 0x41...0x5A: 0.66
        case 0x1100...0xFFDC, 0x1F000...0x3FFFF: 1
        default: 0.56
        }
    }
}
