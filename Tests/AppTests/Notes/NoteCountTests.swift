import Atlas
import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What maps show when there are too many notes to draw.
struct NoteCountTests {
    private let helsinki = DemoCast.Place.railwaySquare.coordinate

    @Test func `many things are counts from afar and pins from near`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let finder = try site.account("aino_k")
        let author = try site.account("mikko")
        let places = GridCountTests.spread(2_300, around: helsinki)
        try site.app.site.database.write { database in
            for (number, place) in places.enumerated() {
                try site.addFoundNote(
                    "crowd-\(number)", from: author, at: place, foundBy: finder, in: database)
            }
        }
        let at = "lat=\(helsinki.latitude)&lon=\(helsinki.longitude)"
        for zoom in [2, 6, 11, 12.5] {
            try aino.get("/?\(at)&z=\(zoom)").gets(200)
            #expect(!aino.page.text.contains("class=\"pin pin-note\""), "\(zoom)")
            #expect(aino.page.text.contains("pin-count"))
            let counted = aino.page.text.matches(of: /<title>([0-9,]+|one) notes? here<\/title>/).reduce(0) {
                $0 + (Int($1.output.1.filter { $0 != "," }) ?? 1)
            }
            // The three notes that she found in the demo world, the four that she left, and all of the added ones.
            #expect(counted == 2_307, "\(zoom)")
        }
        try aino.get("/?\(at)&z=17")
        #expect(aino.page.text.contains("class=\"pin pin-note\" href=\"/notes/"))
        try aino.get("/archive?view=map&\(at)&z=11").gets(200).sees("Too many to list here")
        try aino.get("/archive?view=map&\(at)&z=18").gets(200).seesNot("Too many")
        #expect(aino.page.text.contains("data-pin=\"/notes/"))
    }

    @Test func `one thing apart from many keeps its pin, and an archive lists those nearest`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let (finder, author) = (try site.account("aino_k"), try site.account("mikko"))
        let middle = try #require(Coordinate(latitude: 61.5, longitude: 23.76))
        let apart = middle.destination(bearing: 90, distance: 4_000)
        let alone = try site.app.site.database.write { database in
            for (number, place) in GridCountTests.spread(GridCounts.maxDrawn + 50, around: middle).enumerated() {
                try site.addFoundNote("crowd-\(number)", from: author, at: place, foundBy: finder, in: database)
            }
            return try site.addFoundNote("alone", from: author, at: apart, foundBy: finder, in: database)
        }
        let at = "lat=\(middle.latitude)&lon=\(middle.longitude)&z=12"
        try aino.get("/?\(at)").gets(200)
        #expect(aino.page.text.contains("pin-count"))
        #expect(
            aino.page.text.matches(of: /class="pin pin-note" href="([^"]*)"/).map { $0.output.1 } == ["/notes/\(alone)"]
        )
        try aino.get("/archive?view=map&\(at)").gets(200).seesNot("Too many to list here")
        #expect(aino.page.text.components(separatedBy: "data-pin=\"/notes/").count == ArchiveMap.maxListed + 1)
    }
}
