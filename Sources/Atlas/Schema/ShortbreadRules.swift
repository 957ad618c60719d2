extension TileRule {
    /// Shortbread, version 1: shortbread-tiles.org/schema.
    static let shortbread = shortbreadGrounds + shortbreadLines + shortbreadSettlements + shortbreadPoints

    private static let shortbreadGrounds = [
        TileRule(
            "land", shape: .polygon, kinds: "residential commercial retail industrial railway garages", is: "landuse",
            name: .fixed("residential")),
        TileRule(
            "sites", shape: .polygon, kinds: "hospital school university college", is: "landuse",
            name: .fixed("residential")),
        TileRule(
            "land", shape: .polygon, kinds: "sand beach bare_rock scree shingle", is: "landcover",
            name: .fixed("sand")),
        TileRule(
            "land", shape: .polygon,
            kinds:
                "grass meadow orchard vineyard allotments village_green recreation_ground plant_nursery heath scrub "
                + "grassland "
                + "swamp bog string_bog wet_meadow marsh golf_course park garden playground miniature_golf cemetery "
                + "grave_yard farmland greenfield",
            is: "landcover", name: .fixed("grass")),
        TileRule("land", shape: .polygon, kinds: "forest wood", is: "landcover", name: .fixed("wood")),
        TileRule("ocean", shape: .polygon, is: "water", name: .fixed("ocean")),
        TileRule(
            "water_polygons", shape: .polygon, kinds: "water river reservoir basin dock canal", is: "water",
            name: .fixed("lake")),
        TileRule("buildings", shape: .polygon, is: "building"),
        TileRule("addresses", shape: .point, is: "housenumber"),
    ]

    private static let shortbreadLines =
        [
            TileRule("water_lines", shape: .line, kinds: "river canal stream ditch", is: "waterway"),
            TileRule("water_polygons_labels", shape: .point, is: "water_name"),
            TileRule("water_lines_labels", shape: .line, is: "water_name"),
            TileRule("boundaries", shape: .line, if: .isNot("maritime"), is: "boundary"),
            TileRule("ferries", shape: .line, is: "transportation", name: .fixed("ferry")),
            TileRule(
                "streets", shape: .line, kinds: "rail narrow_gauge light_rail monorail", is: "transportation",
                name: .fixed("rail")),
            TileRule(
                "streets", shape: .line, kinds: "tram subway funicular", is: "transportation", name: .fixed("tram")),
            TileRule(
                "streets_polygons_labels", shape: .point, kinds: "pedestrian", is: "transportation_name",
                name: .fixed("path"),
                subclass: .fixed("pedestrian")),
        ] + streets("streets", as: "transportation") + streets("street_labels", as: "transportation_name")

    private static func streets(_ source: String, as layer: String) -> [TileRule] {
        [
            TileRule(source, shape: .line, kinds: "motorway trunk primary secondary tertiary service track", is: layer),
            TileRule(
                source, shape: .line, kinds: "unclassified residential living_street busway bus_guideway", is: layer,
                name: .fixed("minor")),
            TileRule(
                source, shape: .line, kinds: "path pedestrian cycleway footway steps", is: layer, name: .fixed("path")),
        ]
    }

    private static let shortbreadSettlements = [
        TileRule("place_labels", shape: .point, kinds: "capital state_capital", is: "place", name: .population),
        TileRule("place_labels", shape: .point, kinds: "farm", is: "place", name: .fixed("isolated_dwelling")),
        TileRule(
            "place_labels", shape: .point,
            kinds: "city town village hamlet suburb quarter neighbourhood isolated_dwelling island", is: "place"),
        TileRule(
            "boundary_labels", shape: .point, if: .number("admin_level", 2), is: "place", name: .fixed("country"),
            subclass: .fixed("country")),
    ]

    private static let shortbreadPoints =
        [
            TileRule("public_transport", shape: .point, kinds: "aerodrome", is: "aerodrome_label"),
            TileRule(
                "public_transport", shape: .point, kinds: "station halt tram_stop", is: "poi", name: .fixed("railway")),
            TileRule(
                "public_transport", shape: .point, kinds: "bus_station ferry_terminal", is: "poi", name: .fixed("bus")),
        ] + osmPoints("pois")
}
