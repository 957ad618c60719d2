import Proximity
import TestTools
import Testing

@testable import App

/// The part of the world that a host names.
struct BasemapRegionTests {
    private let data = Folder()

    private func region(_ place: String, side: Double = 24) -> BasemapRegion? {
        PlaceFinder(dataFolder: data.path, publicFolder: TestSite.publicFolder, log: TestSite.quiet)
            .region(around: place, side: side)
    }

    @Test func `a place is found without a map, with a square around it`() throws {
        let tampere = try #require(region("Tampere"))
        #expect(tampere.title == "Tampere, Finland" && tampere.name == "tampere")
        #expect(tampere.extent.hasPrefix("24 × 24 km around 61.5"))
        #expect(try #require(region("tampere", side: 5)).extent.hasPrefix("5.0 × 5.0 km around 61.5"))
        #expect(region("Atlantis beyond the pillars") == nil && region("") == nil)
        // Nothing is left in the data folder by looking.
        #expect(try FolderEntries.names(in: data.path).isEmpty)
    }

    @Test func `degrees are a place`() throws {
        let region = try #require(self.region("61.5, 23.76"))
        #expect(region.extent == "24 × 24 km around 61.50, 23.76")
        #expect(
            region.box.south < 61.5 && region.box.north > 61.5 && region.box.west < 23.76 && region.box.east > 23.76)
    }

    @Test(arguments: [
        ("Tampere, Finland", "tampere"), ("São Paulo, Brazil", "sao-paulo"), ("../etc/passwd", "etc-passwd"),
        ("Saint-Denis", "saint-denis"), ("東京", "map-61.50-23.80"), ("61.50, 23.80", "map-61.50-23.80"),
        ("", "map-61.50-23.80"), (String(repeating: "a", count: 300), String(repeating: "a", count: 60)),
    ])
    func theNameOfTheFileIsThatOfThePlace(_ title: String, _ name: String) throws {
        let box = try #require(BasemapRegion(box: "23.6,61.4,24.0,61.6")).box
        #expect(BasemapRegion(title: title, box: box).name == name)
    }

    @Test func `a rectangle is read from degrees`() throws {
        let region = try #require(BasemapRegion(box: "23.6, 61.4,24.0,61.6"))
        #expect(region.title == "61.50, 23.80" && region.extent == "21 × 22 km")
        for text in [
            "", "1,2,3", "1,2,3,4,5", "24,61,23,62", "23,62,24,61", "-190,0,1,1", "0,-90,1,1", "nan,0,1,1",
            "1e400,0,1,1", "1,1,1,2", "a,b,c,d",
        ] {
            #expect(BasemapRegion(box: text) == nil, "\(text)")
        }
    }

    @Test func `a rectangle may be named`() throws {
        let region = try #require(BasemapRegion(box: "23.6,61.4,24.0,61.6"))
        #expect(region.titled("Home\nof ours").title == "Homeof ours" && region.titled("Home").name == "home")
        #expect(region.titled("").title == region.title)
        #expect(region.titled(String(repeating: "x", count: 500)).title.count == 80)
    }

    @Test(arguments: [(89.9, 179.9), (90.0, 0.0), (-90, -180), (86, 180), (-85.2, 0), (0, -180)])
    func noSquareLeavesTheWorld(latitude: Double, longitude: Double) throws {
        let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
        for side in [1.0, 24, 500] {
            let box = BasemapRegion(title: "x", around: middle, side: side).box
            #expect(box.south < box.north && box.west < box.east && abs(box.south) <= 85 && abs(box.north) <= 85)
            #expect(-180...180 ~= box.west && -180...180 ~= box.east)
        }
    }
}
