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
}
