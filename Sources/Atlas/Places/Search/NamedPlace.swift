import Foundation
import Proximity

/// Something with a name that can be searched for.
public struct NamedPlace: Sendable, Equatable {
    /// What it is, as far as searching cares.
    public enum Sort: String, Sendable {
        case country, city, town, village, district, street, area, stop, spot

        /// A zoom that shows it.
        public var zoom: Double {
            switch self {
            case .country: 5
            case .city, .town: 12
            case .village: 13.5
            case .district: 14.5
            case .area: 15.5
            case .street: 16
            case .stop, .spot: 17
            }
        }

        public var isSettlement: Bool { [.city, .town, .village].contains(self) }

        /// Two of one name that are nearer to each other than this are one place: parts of a street on two tiles, a
        /// town of the basemap and of the built-in world.
        var reach: Metres {
            switch self {
            case .country, .city, .town: 15_000
            case .village: 5_000
            case .district, .street: 2_500
            case .area: 700
            case .stop: 250
            case .spot: 60
            }
        }

        /// So much farther away it comes before a single building.
        var weight: Double {
            switch self {
            case .country: 100
            case .city: 15
            case .town: 6
            case .village, .district: 3
            // Before the stop that is called after it.
            case .street, .area: 2
            case .stop, .spot: 1
            }
        }
    }

    public let name: String
    /// Its names in other languages.
    public let others: [String]
    public let sort: Sort
    /// "Street", "Café".
    public let what: String
    public let coordinate: Coordinate
    /// Larger things come first; 1 and more.
    let weight: Double

    public init(
        name: String, others: [String] = [], sort: Sort, what: String, coordinate: Coordinate, weight: Double? = nil
    ) {
        self.name = name
        self.others = others
        self.sort = sort
        self.what = what
        self.coordinate = coordinate
        self.weight = weight ?? sort.weight
    }
}

/// One line of text for each place, for a file.
extension NamedPlace {
    /// Tab-separated: sort, what, degrees times ten million, names.
    public var line: String {
        func whole(_ degrees: Double) -> String { String(Int((degrees * 1e7).rounded())) }
        return
            ([sort.rawValue, what, whole(coordinate.latitude), whole(coordinate.longitude), name] + others)
            .joined(separator: "\t")
    }

    /// nil for a line that is damaged.
    public init?(line: ArraySlice<UInt8>) {
        let parts = line.split(separator: 0x09, omittingEmptySubsequences: false)
        func text(_ index: Int) -> String { String(decoding: parts[index], as: UTF8.self) }
        guard parts.count >= 5, let sort = Sort(rawValue: text(0)), let latitude = Int(text(2)),
            let longitude = Int(text(3)),
            let place = Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        else { return nil }
        self.init(
            name: text(4), others: parts.indices.dropFirst(5).map { text($0) }, sort: sort, what: text(1),
            coordinate: place)
    }
}
