extension TileRule {
    /// Protomaps, version 4: github.com/protomaps/basemaps.
    static let protomaps = grounds + waters + roads + rails + settlements + points

    private static let grounds = [
        TileRule("landcover", shape: .polygon, kinds: "barren", is: "landcover", name: .fixed("sand")),
        TileRule(
            "landcover", shape: .polygon, kinds: "farmland grassland scrub", is: "landcover", name: .fixed("grass")),
        TileRule("landcover", shape: .polygon, kinds: "forest", is: "landcover", name: .fixed("wood")),
        TileRule(
            "landuse", shape: .polygon,
            kinds: "residential commercial industrial railway school kindergarten hospital university college",
            is: "landuse", name: .fixed("residential")),
        TileRule("landuse", shape: .polygon, kinds: "beach sand bare_rock", is: "landcover", name: .fixed("sand")),
        TileRule(
            "landuse", shape: .polygon,
            kinds:
                "grass meadow farmland grassland scrub wetland park garden golf_course dog_park playground pitch "
                + "cemetery zoo recreation_ground village_green allotments nature_reserve national_park",
            is: "landcover", name: .fixed("grass")),
        TileRule("landuse", shape: .polygon, kinds: "wood forest", is: "landcover", name: .fixed("wood")),
        TileRule("buildings", shape: .polygon, kinds: "building building_part", is: "building"),
        TileRule("buildings", shape: .point, kinds: "address", is: "housenumber"),
        TileRule("boundaries", shape: .line, is: "boundary"),
    ]

    private static let waters = [
        TileRule("water", shape: .polygon, kinds: "ocean", is: "water"),
        TileRule(
            "water", shape: .polygon, kinds: "lake water basin dock riverbank swimming_pool fountain", is: "water",
            name: .fixed("lake")),
        TileRule("water", shape: .line, kinds: "river canal stream drain ditch", is: "waterway"),
        TileRule("water", shape: .line, kinds: "river canal stream", is: "water_name"),
        TileRule(
            "water", shape: .point, kinds: "ocean sea bay strait fjord lake water basin dock riverbank",
            is: "water_name"),
    ]

    private static let roads = roads(as: "transportation") + roads(as: "transportation_name")

    /// Lines carry their names, so each is a line and a name.
    private static func roads(as layer: String) -> [TileRule] {
        [
            TileRule("roads", shape: .line, kinds: "highway", is: layer, name: .fixed("motorway")),
            TileRule(
                "roads", shape: .line, kinds: "major_road",
                details: "trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link",
                is: layer, name: .detail),
            TileRule(
                "roads", shape: .line, kinds: "minor_road", details: "service", is: layer, name: .fixed("service")),
            TileRule("roads", shape: .line, kinds: "minor_road", is: layer, name: .fixed("minor")),
            TileRule(
                "roads", shape: .line, kinds: "other", details: "living_street busway", is: layer, name: .fixed("minor")
            ),
            TileRule(
                "roads", shape: .line, kinds: "path", details: "track", is: layer, name: .fixed("track"),
                subclass: .detail),
            TileRule(
                "roads", shape: .line, kinds: "path", details: "footway sidewalk crossing", is: layer,
                name: .fixed("path"),
                subclass: .fixed("footway")),
            TileRule(
                "roads", shape: .line, kinds: "path", details: "path pedestrian cycleway bridleway steps corridor",
                is: layer,
                name: .fixed("path"), subclass: .detail),
        ]
    }

    private static let rails = [
        TileRule(
            "roads", shape: .line, kinds: "rail", details: "tram subway funicular", is: "transportation",
            name: .fixed("tram")),
        TileRule(
            "roads", shape: .line, kinds: "rail", details: "rail narrow_gauge light_rail monorail",
            is: "transportation",
            name: .fixed("rail")),
        TileRule("roads", shape: .line, kinds: "ferry", is: "transportation", name: .fixed("ferry")),
    ]

    private static let settlements = [
        TileRule("places", shape: .point, kinds: "country", is: "place", name: .fixed("country")),
        TileRule("places", shape: .point, kinds: "macrohood", is: "place", name: .fixed("quarter")),
        TileRule(
            "places", shape: .point, kinds: "neighbourhood", details: "suburb", is: "place", name: .fixed("suburb")),
        TileRule("places", shape: .point, kinds: "neighbourhood", is: "place", name: .fixed("neighbourhood")),
        TileRule(
            "places", shape: .point, details: "farm isolated_dwelling", is: "place", name: .fixed("isolated_dwelling")),
        TileRule("places", shape: .point, details: "city town village hamlet", is: "place", name: .detail),
        TileRule("earth", shape: .point, kinds: "island", is: "place", name: .fixed("island")),
    ]

    private static let points =
        [
            TileRule("pois", shape: .point, kinds: "aerodrome", is: "aerodrome_label"),
            TileRule("pois", shape: .point, kinds: "peak", is: "mountain_peak"),
            TileRule(
                "pois", shape: .point, kinds: "nature_reserve national_park", is: "park", name: .fixed("nature_reserve")
            ),
        ] + osmPoints("pois")

    /// Points whose kind is the value of OpenStreetMap's tag, in the classes of OpenMapTiles.
    static func osmPoints(_ source: String) -> [TileRule] {
        [
            ("station halt tram_stop", "railway"), ("subway_entrance", "entrance"), ("viewpoint", "attraction"),
            ("grave_yard", "cemetery"), ("townhall", "town_hall"),
            ("gallery arts_centre artwork", "art_gallery"), ("pub biergarten", "beer"), ("nightclub", "bar"),
            ("food_court", "fast_food"),
            ("hotel hostel motel guest_house chalet alpine_hut apartment", "lodging"),
        ].map { TileRule(source, shape: .point, kinds: $0.0, is: "poi", name: .fixed($0.1)) } + [
            TileRule(source, shape: .point, is: "poi")
        ]
    }
}
