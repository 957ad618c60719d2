import Foundation
import Proximity
import Testing

@testable import Atlas

/// The order of what a search finds, from the middle of Helsinki.
struct PlaceRankTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A place so many metres north of the middle.
    private func near(_ name: String, _ metres: Double, _ sort: NamedPlace.Sort = .street) throws -> NamedPlace {
        NamedPlace(name: name, sort: sort, what: "Thing", coordinate: try place(60.17 + metres / 111_200, 24.94))
    }

    private func far(
        _ name: String, _ latitude: Double, _ longitude: Double, weight: Double, sort: NamedPlace.Sort = .city
    ) throws -> NamedPlace {
        NamedPlace(name: name, sort: sort, what: "City", coordinate: try place(latitude, longitude), weight: weight)
    }

    private func found(
        _ text: String, _ places: [NamedPlace], metresNorth: Double = 0, limit: Int = 8
    ) throws -> [NamedPlace] {
        PlaceSearching([PlaceBlock(places)], near: try place(60.17 + metresNorth / 111_200, 24.94))
            .places(text, limit: limit)
    }

    @Test func `the city that one is in comes before its streets, and these before a far town of that very name`()
        throws
    {
        let places = [
            try far("Hel", 54.6, 18.8, weight: 4, sort: .town), try near("Helsinginkatu", 1_500),
            try far("Helsinki", 60.171, 24.941, weight: 25),
        ]
        #expect(try found("Hel", places).map { $0.name } == ["Helsinki", "Helsinginkatu", "Hel"])
    }

    @Test(arguments: ["senaatintori", "SENAATINTORI", "Sénaatintori", " senaatin", "senaätint"])
    func `case and accents are no matter`(text: String) throws {
        let places = [try near("Kauppatori", 10), try near("Senaatintori", 800)]
        #expect(try found(text, places).map { $0.name } == ["Senaatintori"])
    }

    @Test func `a square of this town comes before a city on another continent`() throws {
        let places = [try far("Victoria", 48.43, -123.37, weight: 19), try near("Victoria Square", 2_000)]
        #expect(try found("victoria", places).map { $0.name } == ["Victoria Square", "Victoria"])
        #expect(try found("vic", places).map { $0.name } == ["Victoria Square", "Victoria"])
    }

    @Test func `a whole name comes before one that is only begun a few streets nearer`() throws {
        let places = [try near("Tampereentie", 3_000), try far("Tampere", 61.5, 23.76, weight: 15)]
        #expect(try found("tampere", places).map { $0.name } == ["Tampere", "Tampereentie"])
    }

    @Test func `of two places of one name the nearer comes first`() throws {
        let places = [try near("Kirkkotie", 8_000), try near("Kirkkotie", 0)]
        let north = try found("kirkkotie", places, metresNorth: 7_000)
        #expect(north == places)
        #expect(try found("kirkkotie", places, metresNorth: 1_000) == places.reversed())
    }

    @Test func `a city whose whole name is typed is found behind whatever is called so here`() throws {
        let cafes = try (0..<12).map { try near("Tokyo", Double($0) * 100, .spot) }
        let city = try far("Tokyo", 35.69, 139.75, weight: 91)
        for limit in [2, 6, 8] {
            let all = try found("tokyo", cafes + [city], limit: limit)
            #expect(all.count == limit && all.last == city && all.first == cafes.first)
        }
        // Not while it is only begun.
        #expect(try !found("toky", cafes + [city]).contains(city))
        #expect(try found("tokyo", cafes + [city], limit: 1) == [cafes[0]])
    }

    @Test func `what is looked up by the beginnings of words is what fits`() throws {
        let names = [
            "Vanha Kallio", "Kallio", "Å", "Åbo", "R", "A b", "東京", "東京駅", "Невский проспект", "5th Ave",
            "Rio de Janeiro",
            "L’Aquila", "Saint-Denis", "Kallion katu", "",
        ]
        let places = try names.enumerated().map { try near($1, Double($0) * 9_000) }
        let queries = [
            "kallio", "kal van", "a", "å", "r", "a b", "b a", "東", "東京", "нев", "про нев", "5th", "5", "de rio",
            "janeiro de",
            "aquila", "laquila", "denis", "den sai", "k", "ka", "allio",
        ]
        for query in queries {
            let wanted = NameQuery(FoldedName(query))
            let fitting = names.filter { wanted.fit(FoldedName($0)) != nil }
            #expect(Set(try found(query, places, limit: 99).map { $0.name }) == Set(fitting), "\(query)")
        }
    }
}
