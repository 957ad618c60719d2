import Crypto
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Extracts of OpenStreetMap that administrators add, and the maps that are made of them.
struct BasemapExtractTests {
    private let work = Folder()
    private static let endless = "while true; do printf 'Zoom level 3, writing tile 3 of 12\\r'; sleep 0.05; done"

    private static var town: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(filePath: FixtureFile.path("town.osm.pbf")))) }
    }

    private func site(_ tilemaker: Tilemaker? = nil) throws -> (TestSite, Visitor) {
        let site = try TestSite.empty { options in if let tilemaker { options.tilemaker = tilemaker } }
        return (site, try site.administrator().get("/admin/basemaps"))
    }

    @discardableResult
    private func upload(_ keeper: Visitor, _ name: String, _ bytes: [UInt8]) throws -> Visitor {
        try keeper.get("/admin/basemaps").upload("/admin/basemaps", "file", file: bytes, named: name)
    }

    private func isOver(_ site: TestSite) -> Bool { eventually { !site.app.admin.loader.isBusy } }

    /// Waits until a map is being made.
    private func seesProgress(_ keeper: Visitor) {
        #expect(
            eventually {
                (try? keeper.get("/admin/basemaps").page.text.contains("town.mbtiles: tile 3 of 12")) == true
            })
    }

    /// Sets when files were written.
    private func age(_ days: Double, _ site: TestSite) throws {
        let folder = site.app.basemaps.folder
        let time = Date(timeIntervalSince1970: Double(site.now.milliseconds) / 1_000 - days * 86_400)
        for name in folder.extracts() {
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.extractPath(name))
        }
    }

    private func entries(_ site: TestSite) throws -> [String] {
        try FolderEntries.names(in: site.app.basemaps.folder.path).sorted()
    }

    @Test func `a map is made of an extract, and one of a name that is taken gets another`() throws {
        let (site, keeper) = try site()
        keeper.sees("Or an extract of OpenStreetMap (.osm.pbf): the server makes a map of it, without the sea.")
        for kept in ["town.mbtiles", "town-2.mbtiles"] {
            try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town).sees("town-osm.pbf is here.")
            #expect(isOver(site))
            try keeper.get("/admin/basemaps").sees("\(kept) is on the map.", "OpenMapTiles, zoom 2 to 14")
        }
        #expect(try entries(site) == ["town-2.mbtiles", "town.mbtiles"])
        try keeper.get("/admin/audit").sees("asked for a map", "of town-osm.pbf")
    }

    @Test func `the page tells how far a map is, and its form stops it, makes it again and deletes its extract`() throws
    {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        for isFirst in [true, false] {
            if isFirst {
                try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town)
            } else {
                try keeper.submit("/admin/basemaps/town-osm.pbf/make")
            }
            seesProgress(keeper)
            #expect(keeper.page.text.contains("value=\"62\""))
            keeper.seesNot("without a map yet")
            try keeper.submit("/admin/basemaps/stop").sees("Stopping.")
            #expect(isOver(site))
            try keeper.get("/admin/basemaps").sees(
                "town-osm.pbf: stopped.", "An extract of OpenStreetMap, ", "without a map yet"
            )
            .seesNot("Go on", "Try again")
            #expect(try entries(site) == [".extract-town-osm.pbf"])
        }
        try keeper.submit("/admin/basemaps/town-osm.pbf/discard").sees("town-osm.pbf is deleted.")
        #expect(try entries(site).isEmpty)
        try keeper.post("/admin/basemaps/town-osm.pbf/make", [("csrf", keeper.token)]).gets(404)
        try keeper.get("/admin/audit").sees("of town-osm.pbf", "stopped a map", "town.mbtiles")
    }

    @Test func `neither another map is loaded meanwhile, nor is its extract deleted or replaced`() throws {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town)
        seesProgress(keeper)
        try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town).gets(422)
            .sees("town-osm.pbf can’t be added: a map is being made of one of that name.")
        // Before any of it is sent.
        #expect(
            try parts(keeper, "", ["size": "100"]).error
                == "town-osm.pbf can’t be added: a map is being made of one of that name.")
        #expect(throws: BasemapRefusal(words: "a map of town-osm.pbf is being made", isElsewhere: true)) {
            try site.app.basemaps.folder.remove("town-osm.pbf")
        }
        try keeper.get("/admin/basemaps")
        let token = [("csrf", keeper.token)]
        try keeper.post("/admin/basemaps/town-osm.pbf/discard", token)
            .sees("town-osm.pbf stays as it is: its map is being made.")
        let busy = "Another map is being loaded or made. One at a time."
        try keeper.post("/admin/basemaps/get", token + [("bbox", "23.6,61.4,24.0,61.6"), ("title", "Tampere")]).sees(
            busy)
        try upload(keeper, "village.osm.pbf", try BasemapExtractTests.town)
            .sees("village-osm.pbf is here, and its map can be made after the one that is under way.")
            .submit("/admin/basemaps/village-osm.pbf/make").sees(busy)
        site.app.admin.loader.stop()
        #expect(isOver(site))
        #expect(try entries(site) == [".extract-town-osm.pbf", ".extract-village-osm.pbf"])
    }

    @Test func `five extracts without maps are too many, and go after a week`() throws {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        let folder = site.app.basemaps.folder
        for number in 1...4 { try upload(keeper, "town\(number).osm.pbf", try BasemapExtractTests.town) }
        try upload(keeper, "town5.osm.pbf", try BasemapExtractTests.town).gets(422)
            .sees("town5-osm.pbf can’t be added: 4 others have no map yet: delete one.")
        // Another of the same name takes no place.
        try upload(keeper, "town4.osm.pbf", try BasemapExtractTests.town).sees("town4-osm.pbf is here")
        site.app.admin.loader.stop()
        #expect(isOver(site))
        try age(6.9, site)
        site.app.basemaps.sweep()
        #expect(folder.extracts().count == 4)
        try age(8, site)
        // What a kill left of a map.
        #expect(mkdir(folder.path + "/.making", 0o700) == 0)
        site.app.basemaps.sweep()
        #expect(try entries(site).isEmpty)
    }

    @Test func `an extract stays when the system ends tilemaker, and for a week from then`() throws {
        let (site, keeper) = try site(try Tilemaker(script: Tilemaker.killed, in: work))
        try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town)
        #expect(isOver(site))
        try keeper.get("/admin/basemaps")
            .sees("town-osm.pbf can’t be added: tilemaker was ended while it made its map.")
        try age(8, site)
        try keeper.submit("/admin/basemaps/town-osm.pbf/make")
        #expect(isOver(site))
        site.app.basemaps.sweep()
        #expect(try entries(site) == [".extract-town-osm.pbf"])
    }

    @Test func `after a restart the map of an extract is made by its button`() throws {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town)
        site.app.admin.loader.stop()
        #expect(isOver(site))
        let again = try site.copy()
        let other = try again.administrator().get("/admin/basemaps").sees("without a map yet").seesNot("stopped")
        try other.submit("/admin/basemaps/town-osm.pbf/make")
        #expect(isOver(again))
        try other.get("/admin/basemaps").sees("town.mbtiles is on the map.")
        #expect(try entries(again) == ["town.mbtiles"])
    }

    @Test func `extracts are listed among the maps, replaced and deleted`() throws {
        let folder = BasemapFolder(path: work.path + "/maps")
        for content in ["old", "new"] {
            let file = work.path + "/town"
            try content.write(toFile: file, atomically: true, encoding: .utf8)
            try folder.keep(extract: file, as: "town.osm.pbf")
            #expect(try String(contentsOfFile: folder.extractPath("town.osm.pbf"), encoding: .utf8) == content)
        }
        #expect(try FolderEntries.names(in: folder.path) == [".extract-town.osm.pbf"])
        #expect(try folder.list() == ["town.osm.pbf: an extract without a map"])
        #expect(try folder.remove("town.osm.pbf") == "town.osm.pbf")
        #expect(try folder.list().isEmpty)
    }

    @Test func `what is no extract, and what tilemaker cannot read, is told in words`() throws {
        let (site, keeper) = try site()
        try upload(keeper, "notes.osm.pbf", Array("no extract of anything".utf8)).gets(422)
            .sees("notes-osm.pbf can’t be used: it is no extract of OpenStreetMap.")
        try upload(keeper, "cut.osm.pbf", Array(try BasemapExtractTests.town.prefix(300)))
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("cut-osm.pbf can’t be used: tilemaker makes no map of it (").seesNot(
            "Try again")
        // Another version of tilemaker may read it.
        #expect(try entries(site) == [".extract-cut-osm.pbf"])
    }

    @Test func `without the program the page tells the line that installs it, and takes no extract`() throws {
        let (site, keeper) = try site(Tilemaker(publicFolder: TestSite.publicFolder, searchPath: [work.path]))
        keeper.sees("Where the program tilemaker is installed (", "apt install tilemaker", "), also an extract of")
        #expect(!keeper.page.text.contains(".mbtiles,.pbf"))
        let refusal =
            "town-osm.pbf can’t be added: a map of it is made by a program that this server lacks (apt install tilemaker)."
        try upload(keeper, "town.osm.pbf", try BasemapExtractTests.town).gets(422).sees(refusal)
        // Before any of it is sent.
        #expect(try parts(keeper, "", ["size": "100"]).error == refusal)
        #expect(try entries(site).isEmpty)
    }

    // MARK: - In parts

    /// What a script is told.
    private struct Answer: Decodable {
        var offset: Int?
        var outcome: String?
        var error: String?
    }

    private func parts(_ keeper: Visitor, _ step: String, _ fields: [String: String]) throws -> Answer {
        let fields = [("csrf", keeper.token), ("name", "town.osm.pbf")] + fields.map { ($0.key, $0.value) }
        try keeper.post("/admin/basemaps/uploads\(step)", fields)
        return try JSONDecoder().decode(Answer.self, from: Data(keeper.page.text.utf8))
    }

    private func finish(_ keeper: Visitor, _ bytes: [UInt8]) throws -> Answer {
        let digest = SHA256.text(SHA256.hash(SHA256.hash(bytes)))
        return try parts(keeper, "/finish", ["size": "\(bytes.count)", "digest": digest])
    }

    private func sendAll(_ keeper: Visitor, _ bytes: [UInt8]) throws {
        try keeper.upload(
            "/admin/basemaps/uploads/part", "part", file: bytes, named: "blob",
            [("csrf", keeper.token), ("name", "town.osm.pbf"), ("size", "\(bytes.count)"), ("offset", "0")])
    }

    @Test func `an extract arrives in parts, and its map is made`() throws {
        let (site, keeper) = try site()
        let bytes = try BasemapExtractTests.town
        #expect(try parts(keeper, "", ["size": "\(bytes.count)"]).offset == 0)
        try sendAll(keeper, bytes)
        let answer = try finish(keeper, bytes)
        #expect(answer.offset == bytes.count && answer.outcome == "town-osm.pbf is here.")
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("town.mbtiles is on the map.")
        #expect(try entries(site) == ["town.mbtiles"])
    }

    @Test func `an extract that a kill left twice is here once`() throws {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        let bytes = try BasemapExtractTests.town
        try sendAll(keeper, bytes)
        let folder = site.app.basemaps.folder
        let upload = try #require(folder.uploads().first)
        let leftover = "\(folder.path)/.upload-\(upload.key)"
        #expect(link(leftover, folder.extractPath("town-osm.pbf")) == 0)
        #expect(try finish(keeper, bytes).outcome == "town-osm.pbf is here.")
        site.app.admin.loader.stop()
        #expect(isOver(site))
        #expect(try entries(site) == [".extract-town-osm.pbf"])
        // Or nobody sends its end again.
        #expect(link(folder.extractPath("town-osm.pbf"), leftover) == 0)
        site.app.basemaps.sweep()
        #expect(try entries(site) == [".extract-town-osm.pbf"])
    }

    @Test func `what came while another map was made waits for it`() throws {
        let (site, keeper) = try site(try Tilemaker(script: BasemapExtractTests.endless, in: work))
        let bytes = try BasemapExtractTests.town
        try upload(keeper, "village.osm.pbf", bytes)
        try sendAll(keeper, bytes)
        #expect(try finish(keeper, bytes).outcome?.hasPrefix("town-osm.pbf is here, and its map can be made") == true)
        #expect(site.app.basemaps.folder.uploads().isEmpty)
        site.app.admin.loader.stop()
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/town-osm.pbf/make")
        #expect(site.app.admin.loader.isMaking("town-osm.pbf"))
        site.app.admin.loader.stop()
        #expect(isOver(site))
    }
}
