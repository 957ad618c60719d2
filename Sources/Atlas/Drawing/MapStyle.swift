import Foundation

/// How the features of a basemap in the OpenMapTiles schema are drawn: which ones, in which order, colour and width.
/// Every width is in pixels at zoom 14 and grows from there.
enum MapStyle {
    /// A kind of area, in the order of drawing.
    enum Area: Int, CaseIterable {
        case built, sand, grass, wood, water, building

        func colour(_ colours: Theme.MapColours) -> String {
            switch self {
            case .built: colours.built
            case .sand: colours.sand
            case .grass: colours.grass
            case .wood: colours.wood
            case .water: colours.water
            case .building: colours.building
            }
        }
    }

    /// A kind of line, in the order of drawing.
    enum Line: Int, CaseIterable {
        case waterway, boundary, ferry, path, service, minor, tertiary, secondary, primary, motorway, tram, rail

        /// Width in pixels at zoom 14.
        private var base: Double {
            switch self {
            case .waterway: 1.2
            case .boundary, .ferry: 1
            case .path: 0.9
            case .service: 1.6
            case .minor: 2.8
            case .tertiary: 3.6
            case .secondary: 4.2
            case .primary: 4.8
            case .motorway: 5.4
            case .tram, .rail: 0.8
            }
        }

        /// Whether it is a road with an edge.
        var hasCasing: Bool { rawValue >= Line.service.rawValue && rawValue <= Line.motorway.rawValue }

        /// Width in pixels at a zoom. Roads grow more slowly than the ground, so that the houses along a street stay
        /// visible.
        func width(_ zoom: Double) -> Double {
            let growth = hasCasing || self == .waterway ? 1.55 : 1.2
            return max(0.5, base * pow(zoom < 14 ? 1.3 : growth, zoom - 14))
        }

        func colour(_ colours: Theme.MapColours) -> String {
            switch self {
            case .waterway: colours.waterLine
            case .boundary: colours.boundary
            case .ferry: colours.waterLine
            case .path: colours.path
            case .service, .minor, .tertiary: colours.road
            case .secondary, .primary, .motorway: colours.major
            case .tram, .rail: colours.rail
            }
        }

        func casing(_ colours: Theme.MapColours) -> String {
            rawValue >= Line.secondary.rawValue ? colours.majorCasing : colours.casing
        }

        /// Lengths of dashes and gaps in pixels; "" for a solid line.
        func dashes(_ zoom: Double) -> String {
            switch self {
            case .path: zoom >= 15 ? "3 2" : ""
            case .boundary: "6 3 1 3"
            case .ferry: "5 4"
            default: ""
            }
        }
    }

    /// The layers that hold areas and lines.
    static let layers = ["landcover", "landuse", "park", "water", "waterway", "building", "transportation", "boundary"]

    /// The kind of an area; nil when it is not drawn.
    static func area(_ layer: String, _ properties: Properties, zoom: Double) -> Area? {
        switch layer {
        case "landcover":
            switch properties["class"] {
            case "wood", "forest": return .wood
            case "grass", "farmland", "wetland", "scrub": return .grass
            case "sand", "rock": return .sand
            default: return nil
            }
        case "landuse":
            switch properties["class"] {
            case "residential", "commercial", "retail", "industrial", "railway", "school", "hospital", "university":
                return .built
            case "pitch", "playground", "cemetery", "garden", "stadium", "zoo": return .grass
            default: return nil
            }
        case "park": return .grass
        case "water": return properties.isTunnel ? nil : .water
        case "building": return zoom >= 14.5 ? .building : nil
        default: return nil
        }
    }

    /// The kind of a line; nil when it is not drawn.
    static func line(_ layer: String, _ properties: Properties, zoom: Double) -> Line? {
        switch layer {
        case "waterway": return properties.isTunnel ? nil : .waterway
        case "boundary": return (properties.number("admin_level") ?? 99) <= 6 ? .boundary : nil
        case "transportation":
            switch properties["class"] {
            case "motorway", "trunk": return .motorway
            case "primary": return .primary
            case "secondary": return .secondary
            case "tertiary": return .tertiary
            case "minor", "minor_construction", "busway", "raceway": return zoom >= 12 ? .minor : nil
            case "service": return zoom >= 14 && !properties.isTunnel ? .service : nil
            case "path", "track":
                // The pavements of a town would cover its streets.
                let isPavement = ["footway", "steps", "platform", "corridor"].contains(properties["subclass"])
                return zoom >= (isPavement ? 15.5 : 14) ? .path : nil
            case "rail": return properties.isTunnel ? nil : .rail
            case "tram", "transit": return zoom >= 14 && !properties.isTunnel ? .tram : nil
            case "ferry": return .ferry
            default: return nil
            }
        default: return nil
        }
    }
}
