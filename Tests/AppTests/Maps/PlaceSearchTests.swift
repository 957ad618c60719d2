import Atlas
import Foundation
import Proximity
import Testing

@testable import App

/// Searches for places on the map of the demo world and in the built-in world.
struct PlaceSearchTests {
    private let near = DemoCast.Place.railwaySquare.coordinate

    private func found(_ text: String) throws -> [PlaceMatch] {
        try TestSite.demo().app.basemaps.search(text, near: near)
    }

    @Test(arguments: [
        ("senaatintori", "Senaatintori", "Square"), ("aleksanterink", "Aleksanterinkatu", "Street"),
        ("Aleksanterinkatu 52 B", "Aleksanterinkatu", "Street"),
        ("aleksanterinkatu 52, Helsinki", "Aleksanterinkatu", "Street"),
        ("aleksanterinkatu helsinki", "Aleksanterinkatu", "Street"), ("aleksanterinktau", "Aleksanterinkatu", "Street"),
        ("kaisaniemen puisto", "Kaisaniemen puisto", "Park"), ("ateneum", "Ateneum", "Museum"),
        ("oodi", "Helsingin keskustakirjasto Oodi", "Library"),
    ])
    func `names of the basemap`(text: String, name: String, what: String) throws {
        let found = try found(text)
        let first = try #require(found.first)
        #expect(first.name == name && first.detail.hasPrefix("\(what) in "), "\(found)")
        #expect(found.count <= PlaceSearch.limit && first.zoom >= 15)
        #expect(near.distance(to: first.coordinate) < 2_000)
        #expect(found.filter { $0.name == name && $0.detail == first.detail }.count == 1)
    }

    @Test(arguments: [
        ("Zürich", "Zürich", "City in Switzerland", 10.0), ("porvoo", "Porvoo", "Town in Finland", 10),
        ("Helsinki", "Helsinki", "City in Finland", 12), ("Finland", "Finland", "Country", 5),
        ("helsinky", "Helsinki", "City in Finland", 12), ("Paris, Texas", "Paris", "City in France", 10),
    ])
    func `towns of the built-in world, as near as can be drawn`(
        text: String, name: String, detail: String, zoom: Double
    ) throws {
        let first = try #require(try found(text).first)
        #expect(first.name == name && first.detail == detail && first.zoom == zoom, "\(first)")
    }

    @Test func `degrees, codes and links`() throws {
        let here = try #require(try found("60.1705, 24.9445").first)
        #expect(here.name == "60.1705, 24.9445" && here.detail == "" && here.zoom == 17)
        #expect(try found("60.5, 25.5").first?.zoom == 10)
        #expect(try found("https://www.openstreetmap.org/#map=14/60.1705/24.9445").first?.zoom == 14)
        #expect(try found("9GG65WCV+6Q").first?.name == "9GG65WCV+6Q")
        #expect(try found("5WCV+6Q").first == found("9GG65WCV+6Q").first)
        #expect(try found("5WCV+6Q Helsinki").first == found("9GG65WCV+6Q").first)
        #expect(try found("5WCV+6Q, Helsinki, Finland").first == found("9GG65WCV+6Q").first)
        #expect(try found("5WCV+6Q Nowhereville").isEmpty)
        #expect(try found("5WCV+6Q Zürich").first?.coordinate.latitude.rounded() == 47)
    }

    @Test func `nothing is found for nothing, and short links are known`() throws {
        for text in [
            "", " ", "?", "Nowhereville", "91, 0", "https://maps.app.goo.gl/x", "1e999, 0", ",", ", ,",
        ] {
            #expect(try found(text).isEmpty, "\(text)")
        }
        #expect(PlaceSearch.refusal(of: "https://maps.app.goo.gl/x").hasPrefix("Short links"))
        #expect(PlaceSearch.refusal(of: "Nowhereville").hasPrefix("Nothing found"))
    }

    /// The maps that come with the program, and the folder of their names.
    private func maps(_ folder: URL) -> (Basemaps, URL) {
        let cache = folder.appending(path: "tiles")
        let shipped = TestSite.publicFolder + "/basemap"
        let maps = Basemaps(
            BasemapFolder(path: shipped), world: shipped + "/world.bin", cache: cache.path, clock: { TestSite.noon },
            log: TestSite.quiet)
        return (maps, cache.appending(path: "\(maps.version)/names"))
    }

    private func files(_ folder: URL) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".txt") }.sorted()
    }

    @Test func `names are kept in files, which the job makes too, and a damaged one is made again`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (maps, names) = maps(folder)
        #expect(files(names).isEmpty)
        maps.indexPlaces()
        let made = files(names)
        #expect(made.contains { $0.hasPrefix("14/") } && made.contains { $0.hasPrefix("10/") })
        let wanted = maps.search("senaatintori", near: near)
        #expect(!wanted.isEmpty)
        for name in made {
            let file = names.appending(path: name)
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count / 2).write(to: file)
        }
        let (again, _) = self.maps(folder)
        #expect(again.version == maps.version && again.search("senaatintori", near: near) == wanted)
        // From the files that were made again.
        #expect(self.maps(folder).0.search("senaatintori", near: near) == wanted)
        #expect(files(names) == made)
    }

    @Test func `without any map nothing is read, and nothing is found`() throws {
        let empty = try TestSite.empty().app.basemaps
        empty.indexPlaces()
        #expect(empty.search("senaatintori", near: near).isEmpty)
        #expect(empty.search("Tampere", near: near).first?.detail == "City in Finland")
    }
}
