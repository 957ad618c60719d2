import Proximity

/// The streets and paths on which the people of the demo world walk: places, and between which of them one can go straight.
struct DemoStreets: Sendable {
    /// Crossings and bends.
    let places: [Coordinate]
    /// By the number of a place: those that one gets to from there, and how far they are.
    let ways: [[Way]]

    /// The way to a neighbouring place.
    struct Way: Sendable, Equatable {
        let place: Int
        /// In metres.
        let length: Double
    }

    /// Reads a table of streets, one a line: a name, a colon, and latitude and longitude of each place on it. Streets meet where
    /// they have the same place.
    init(_ table: String) {
        var places: [Coordinate] = []
        var numbers: [Substring: Int] = [:]
        var ways: [[Way]] = []
        for line in table.split(separator: "\n") {
            var previous: Int?
            for text in line.split(separator: ":").last?.split(separator: " ") ?? [] {
                let degrees = text.split(separator: ",").compactMap { Double($0) }
                guard degrees.count == 2, let place = Coordinate(latitude: degrees[0], longitude: degrees[1]) else {
                    continue
                }
                let number = numbers[text] ?? places.count
                if numbers[text] == nil {
                    numbers[text] = number
                    places.append(place)
                    ways.append([])
                }
                if let previous, previous != number {
                    let length = places[previous].distance(to: place).value
                    ways[previous].append(Way(place: number, length: length))
                    ways[number].append(Way(place: previous, length: length))
                }
                previous = number
            }
        }
        (self.places, self.ways) = (places, ways)
    }

    /// The place nearest to a point, and how far it is in metres.
    func nearest(to point: Coordinate) -> (place: Int, distance: Double) {
        let distances = places.map { $0.distance(to: point).value }
        let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        return (nearest, distances.isEmpty ? .infinity : distances[nearest])
    }

    /// How far it is on foot from a place to each of them, in metres.
    func distances(from start: Int) -> [Double] {
        var distances = places.map { _ in Double.infinity }
        var open = Set(places.indices)
        distances[start] = 0
        while let next = open.min(by: { distances[$0] < distances[$1] }) {
            open.remove(next)
            for way in ways[next] {
                distances[way.place] = min(distances[way.place], distances[next] + way.length)
            }
        }
        return distances
    }
}

extension DemoStreets {
    /// The middle of Helsinki. Its places were read off the map that is bundled for it, whose data are those of the
    /// OpenStreetMap contributors.
    static let helsinki = DemoStreets(
        """
        Aleksanterinkatu: 60.16886,24.94079 60.16881,24.94290 60.16890,24.94555 60.16891,24.94743 60.16899,24.94932
        Aleksanterinkatu: 60.16899,24.94932 60.16903,24.95102 60.16899,24.95208
        Pohjoisesplanadi: 60.16765,24.94196 60.16766,24.94301 60.16767,24.94561 60.16777,24.94746 60.16783,24.94945
        Pohjoisesplanadi: 60.16783,24.94945 60.16788,24.95106 60.16792,24.95242
        Eteläesplanadi: 60.16672,24.94370 60.16712,24.94576 60.16717,24.94763 60.16721,24.94951 60.16732,24.95112
        Eteläesplanadi: 60.16732,24.95112 60.16731,24.95227 60.16792,24.95242
        Esplanadi: 60.16766,24.94301 60.16763,24.94428 60.16730,24.94453 60.16745,24.94636 60.16748,24.94730
        Esplanadi: 60.16748,24.94730 60.16763,24.94760 60.16749,24.94788 60.16752,24.94879 60.16783,24.94945
        Yliopistonkatu: 60.16984,24.94288 60.16973,24.94300 60.16979,24.94555 60.16984,24.94763
        Yliopistonkatu: 60.16984,24.94763 60.16988,24.94924 60.16992,24.95087
        Keskuskatu: 60.16766,24.94301 60.16773,24.94320 60.16826,24.94316 60.16881,24.94290 60.16892,24.94309
        Keskuskatu: 60.16892,24.94309 60.16973,24.94300
        Keskuskatu: 60.16984,24.94288 60.17035,24.94278 60.17118,24.94288 60.17186,24.94273
        Kaivokatu: 60.16992,24.93825 60.17041,24.93976 60.17048,24.94040 60.17059,24.94275 60.17035,24.94278
        Kaivokatu: 60.17035,24.94278 60.17032,24.94450 60.17048,24.94500 60.17060,24.94485
        Mikonkatu: 60.16767,24.94561 60.16890,24.94555 60.16979,24.94555 60.17060,24.94485 60.17198,24.94488
        Kluuvikatu: 60.16717,24.94763 60.16733,24.94761 60.16749,24.94788 60.16777,24.94746 60.16891,24.94743
        Vuorikatu: 60.16984,24.94763 60.17131,24.94746 60.17102,24.94656 60.17147,24.94758 60.17152,24.94729
        Vuorikatu: 60.17152,24.94729 60.17209,24.94744
        Fabianinkatu: 60.16573,24.94959 60.16721,24.94951 60.16783,24.94945 60.16899,24.94932 60.16988,24.94924
        Fabianinkatu: 60.16988,24.94924 60.17078,24.94924 60.17257,24.94890 60.17271,24.94866
        Unioninkatu: 60.16570,24.95131 60.16732,24.95112 60.16788,24.95106 60.16903,24.95102 60.16992,24.95087
        Unioninkatu: 60.16992,24.95087 60.17082,24.95078 60.17148,24.95071 60.17308,24.95041 60.17397,24.95033
        Senaatintori: 60.16899,24.95208 60.16897,24.95133 60.16972,24.95120 60.16978,24.95224 60.16992,24.95087
        Sofiankatu: 60.16792,24.95242 60.16797,24.95217 60.16899,24.95208
        Kirkkokatu: 60.17078,24.94924 60.17082,24.95078 60.17075,24.95271
        Rauhankatu: 60.17148,24.95071 60.17147,24.95306
        Snellmaninkatu: 60.17075,24.95271 60.17080,24.95325 60.17147,24.95306 60.17409,24.95307
        Liisankatu: 60.17397,24.95033 60.17409,24.95307
        Kaisaniemenkatu: 60.17060,24.94485 60.17102,24.94656
        Kaisaniemenkatu: 60.17209,24.94744 60.17271,24.94866 60.17325,24.94896 60.17382,24.94941 60.17399,24.94943
        Kaisaniemenkatu: 60.17399,24.94943 60.17398,24.94888
        Kaisaniemenkatu: 60.17382,24.94941 60.17369,24.94984 60.17397,24.95033
        Vilhonkatu: 60.17186,24.94273 60.17198,24.94488 60.17209,24.94744
        Kaisaniemi: 60.17198,24.94488 60.17195,24.94450 60.17208,24.94439 60.17293,24.94431 60.17291,24.94334
        Kaisaniemi: 60.17293,24.94431 60.17385,24.94424 60.17398,24.94888
        Birger Brunilan puistokuja: 60.17385,24.94424 60.17546,24.94410 60.17589,24.94394 60.17629,24.94404
        Kaisaniemenranta: 60.17629,24.94404 60.17579,24.94968
        Pitkäsilta: 60.17397,24.95033 60.17404,24.95056 60.17428,24.95061 60.17571,24.95046 60.17579,24.94968
        Pitkäsilta: 60.17579,24.94968 60.17580,24.95002 60.17594,24.95003 60.17669,24.94997 60.17681,24.94972
        Pitkäsilta: 60.17681,24.94972 60.17828,24.94977
        Mannerheimintie: 60.17067,24.93704 60.16983,24.93783 60.16981,24.93814 60.16822,24.94045 60.16840,24.94027
        Mannerheimintie: 60.16840,24.94027 60.16859,24.94081 60.16882,24.94046 60.16886,24.94079
        Mannerheimintie: 60.16840,24.94027 60.16742,24.94153 60.16765,24.94196
        Mannerheimintie: 60.16992,24.93825 60.17009,24.93870 60.16882,24.94046
        Simonkatu: 60.16992,24.93825 60.16983,24.93783 60.16901,24.93612
        Elielinaukio: 60.17067,24.93704 60.17076,24.93761 60.17096,24.93760 60.17108,24.93912 60.17212,24.93882
        Elielinaukio: 60.17212,24.93882 60.17346,24.93852 60.17448,24.93823
        Asema-aukio: 60.17108,24.93912 60.17098,24.93952 60.17054,24.93968 60.17045,24.93945 60.17041,24.93976
        Yrjönkatu: 60.16901,24.93612 60.16799,24.93755 60.16779,24.93796 60.16803,24.93874 60.16770,24.93912
        Yrjönkatu: 60.16770,24.93912 60.16692,24.94031 60.16590,24.94177
        Kalevankatu: 60.16688,24.93689 60.16770,24.93912 60.16822,24.94045
        Lönnrotinkatu: 60.16620,24.93801 60.16692,24.94031 60.16742,24.94153
        Annankatu: 60.16688,24.93689 60.16620,24.93801 60.16508,24.93942
        Bulevardi: 60.16508,24.93942 60.16590,24.94177 60.16651,24.94327 60.16672,24.94370
        Vanha kirkkopuisto: 60.16620,24.93801 60.16613,24.93842 60.16619,24.93891 60.16626,24.93924 60.16627,24.93949
        Vanha kirkkopuisto: 60.16627,24.93949 60.16600,24.93986 60.16602,24.94158 60.16590,24.94177
        Korkeavuorenkatu: 60.16580,24.94578 60.16712,24.94576 60.16730,24.94453
        Kasarmikatu: 60.16580,24.94578 60.16605,24.94586 60.16611,24.94764 60.16600,24.94777 60.16560,24.94797
        Kasarmikatu: 60.16560,24.94797 60.16573,24.94959 60.16570,24.95131
        Kasarmikatu: 60.16600,24.94777 60.16717,24.94763
        """)
}
