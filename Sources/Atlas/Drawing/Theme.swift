/// The colours of a map that is an image. A style sheet does not reach into an image, so light and dark are two images.
public enum Theme: String, Sendable, CaseIterable {
    case light, dark

    /// The colours of pins and of plain paper, as `#RRGGBB`.
    struct Palette {
        let paper, line, strongLine, ink, muted, card, moss, sky, amber, clay: String
    }

    /// The colours of a basemap.
    struct MapColours {
        let land, built, grass, wood, sand, water, waterLine, building: String
        let buildingEdge, road, casing, major, majorCasing, path, rail, boundary: String
        let text, halo, waterText, parkText, transit, cafe: String
    }

    var palette: Palette {
        switch self {
        case .light:
            Palette(
                paper: "#F3EFE6", line: "#E6DFD1", strongLine: "#D8CFBD", ink: "#1F2624", muted: "#5E6864",
                card: "#FFFFFF", moss: "#2C6E4F", sky: "#2B6C99", amber: "#B45309", clay: "#B3372B")
        case .dark:
            Palette(
                paper: "#1A1F1D", line: "#252C29", strongLine: "#303935", ink: "#ECEBE6", muted: "#A3ADA8",
                card: "#1E2321", moss: "#6FBF97", sky: "#7CB8E0", amber: "#F2B35E", clay: "#F08A7E")
        }
    }

    var mapColours: MapColours {
        switch self {
        case .light:
            MapColours(
                land: "#F5F1E8", built: "#F0EADD", grass: "#DDE8CF", wood: "#CBDDBB", sand: "#F3E8C8",
                water: "#B9D5E2", waterLine: "#9FC3D4", building: "#E8E0D1", buildingEdge: "#D8CDB9", road: "#FFFFFF",
                casing: "#DCD3C2",
                major: "#FFF3D6", majorCasing: "#DDC79B", path: "#D3C5A8", rail: "#A9A398", boundary: "#B7A6B4",
                text: "#4B4F48", halo: "#F8F5EE", waterText: "#3F7591", parkText: "#4D7044",
                transit: "#5B7C95", cafe: "#96734F")
        case .dark:
            MapColours(
                land: "#1D2220", built: "#212724", grass: "#22312A", wood: "#203228", sand: "#2F2D24",
                water: "#1B3240", waterLine: "#28485A", building: "#2A302D", buildingEdge: "#363D39", road: "#424B46",
                casing: "#191D1B",
                major: "#57543F", majorCasing: "#191D1B", path: "#4B4A40", rail: "#565D58", boundary: "#5A5060",
                text: "#B9BFB8", halo: "#1A1F1D", waterText: "#7FB0CC", parkText: "#8DB38A",
                transit: "#7B9BB3", cafe: "#B5946F")
        }
    }
}
