/// What the things of a tile are called.
enum PlaceWords {
    /// The sort of a named feature and what people call such a thing; nil for what nobody searches for.
    static func kind(_ layer: String, _ name: String, _ properties: Properties) -> (NamedPlace.Sort, String)? {
        let (kind, subclass) = (properties["class"], properties["subclass"])
        switch layer {
        case "place": return settlement(kind)
        case "transportation_name": return way(kind, subclass, name)
        case "water_name": return (.area, waters[kind] ?? "Water")
        case "park": return (.area, kind == "nature_reserve" ? "Nature reserve" : "Park")
        case "mountain_peak": return (.area, "Peak")
        case "aerodrome_label": return (.area, "Airport")
        case "poi": return spot(kind, subclass)
        default: return nil
        }
    }

    private static func settlement(_ kind: String) -> (NamedPlace.Sort, String)? {
        switch kind {
        case "country": (.country, "Country")
        case "city": (.city, "City")
        case "town": (.town, "Town")
        case "village": (.village, "Village")
        case "suburb", "quarter", "neighbourhood", "borough": (.district, "District")
        case "hamlet", "isolated_dwelling": (.village, "Hamlet")
        case "island", "islet": (.district, "Island")
        default: nil
        }
    }

    private static func way(_ kind: String, _ subclass: String, _ name: String) -> (NamedPlace.Sort, String)? {
        switch kind {
        case "motorway", "trunk": (.street, "Road")
        case "primary", "secondary", "tertiary", "minor", "busway", "service", "track":
            (.street, isSquare(name) ? "Square" : "Street")
        case "path": (.street, isSquare(name) ? "Square" : subclass == "pedestrian" ? "Street" : "Path")
        default: nil
        }
    }

    /// Tiles do not tell squares from pedestrian streets; their names do.
    private static func isSquare(_ name: String) -> Bool {
        let folded = FoldedName(name).bytes.split(separator: 0x20)
        return folded.last.map { last in squareEnds.contains { last.suffix($0.count).elementsEqual($0) } } ?? false
            || folded.contains { squareWords.contains(Array($0)) }
    }

    private static let squareEnds = [
        "tori", "aukio", "torg", "torget", "plats", "platsen", "platz", "plein", "square", "namesti",
    ].map { Array($0.utf8) }
    private static let squareWords = Set(
        ["place", "plaza", "piazza", "placa", "plac", "praca", "piata", "plass", "plads"].map { Array($0.utf8) })

    private static func spot(_ kind: String, _ subclass: String) -> (NamedPlace.Sort, String)? {
        switch subclass {
        case "bus_stop", "subway_entrance", "train_station_entrance": return nil
        case "tram_stop": return (.stop, "Tram stop")
        case "subway": return (.stop, "Metro station")
        case "station", "halt": return (.stop, "Station")
        case "bus_station": return (.stop, "Bus station")
        case "ferry_terminal": return (.stop, "Ferry")
        case "park", "garden", "playground", "cemetery", "zoo", "golf_course", "pitch": break
        // "yes" says that nobody wrote down which.
        default: return (.spot, called(["", "yes"].contains(subclass) ? kind : subclass))
        }
        return (.area, called(subclass))
    }

    /// "fast_food" is a "Fast food", what has a usual word is called by that.
    private static func called(_ name: String) -> String {
        if let usual = usual[name] { return usual }
        let words = String(name.prefix(30).map { $0 == "_" ? " " : $0 }.filter { $0.isLetter || $0 == " " })
        return words.isEmpty ? "Place" : words.prefix(1).uppercased() + words.dropFirst()
    }

    private static let waters = ["lake": "Lake", "river": "River", "sea": "Sea", "bay": "Bay", "ocean": "Ocean"]
    private static let usual = [
        "cafe": "Café", "pub": "Pub", "place_of_worship": "Church or temple", "townhall": "Town hall",
        "arts_centre": "Arts centre", "artwork": "Work of art", "books": "Bookshop", "clothes": "Clothes shop",
        "shoes": "Shoe shop", "doityourself": "Hardware store", "shop": "Shop", "clothing_store": "Clothes shop",
        "grocery": "Grocery shop", "alcohol_shop": "Alcohol shop", "attraction": "Sight", "viewpoint": "Viewpoint",
        "company": "Office", "government": "Office", "parking": "Car park", "fuel": "Petrol station",
        "picnic_site": "Picnic site", "swimming_pool": "Swimming pool", "sports_centre": "Sports centre",
        "department_store": "Department store", "mall": "Shopping centre", "information": "Information",
    ]
}
