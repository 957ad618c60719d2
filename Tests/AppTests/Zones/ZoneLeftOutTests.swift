import Database
import Testing

@testable import App

/// What administrators bring and is left out is named, or counted where it is much.
struct ZoneLeftOutTests {
    private let site: TestSite
    private let keeper: Visitor

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
    }

    private func areas(_ odd: Int) -> [UInt8] {
        let points = (["Kallio"] + (10..<(10 + odd)).map { "Odd \($0)" }).map { name in
            let radius = name == "Kallio" ? 50 : -1
            return #"{"type":"Feature","properties":{"name":"\#(name)","radius":\#(radius)},"#
                + #""geometry":{"type":"Point","coordinates":[24.9,60.1]}}"#
        }
        return Array(#"{"type":"FeatureCollection","features":[\#(points.joined(separator: ","))]}"#.utf8)
    }

    @Test func `areas that are left out are named, and counted where they are many`() throws {
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: areas(18), named: "a.geojson")
            .sees("One zone imported.", "“Odd 10” is left out", "“Odd 27” is left out").seesNot(" more.")
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: areas(60), named: "a.geojson")
            .sees("One zone imported.", "“Odd 42” is left out", "And 27 more.").seesNot("“Odd 43”")
    }

    @Test func `what a playlist names and is not there is named, and counted where it is much`() throws {
        let zone = try site.makeZone("Kallio", 60.18, 24.95, radius: 300)
        func order(by names: [String]) throws -> Visitor {
            let list = Array(names.joined(separator: "\n").utf8)
            return try keeper.get(ZonePaths.tracks(zone)).upload(
                ZonePaths.order(zone), "list", file: list, named: "a.m3u")
        }
        let names = (10..<28).map { "Odd \($0).mp3" }
        try order(by: names).sees("The order is saved. Not among the songs: \(names.joined(separator: ", ")).")
        let long = (10..<90).map { "\($0)" + String(repeating: "a", count: 36) }
        try order(by: long).sees("\(long[48]), \(long[49]) and 30 more.").seesNot(long[50])
    }

    @Test func `each song that is refused is named`() throws {
        let zone = try site.makeZone("Kallio", 60.18, 24.95, radius: 300)
        let path = ZonePaths.tracks(zone)
        try keeper.get(path).upload(
            path, (1...8).map { ("audio", "Odd \($0).mp3", Array("no song".utf8)) }, [("csrf", keeper.token)])
        for number in 1...8 { keeper.sees("Odd \(number).mp3: ") }
    }
}
