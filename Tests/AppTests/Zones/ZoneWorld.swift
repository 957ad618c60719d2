import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

extension TestSite {
    /// Makes a circle.
    @discardableResult
    func makeZone(
        _ name: String, _ latitude: Double, _ longitude: Double, radius: Metres, colour: String = "#d6336c"
    ) throws -> ID<Zone> {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try app.site.database.write {
            try ZoneQueries.insert(
                $0, NewZone(name: name, colour: colour, fence: Fence(centre: centre, radius: radius)),
                submission: "\(name) \(UInt64.random(in: 0...UInt64.max))", now)
        }
    }
}

extension Visitor {
    /// Brings songs to a zone, and makes what jobs make of them.
    func bring(_ files: [String], to zone: ID<Zone>) throws {
        let path = ZonePaths.tracks(zone)
        let songs = try files.map { file in
            (field: "audio", name: file, bytes: [UInt8](try Data(contentsOf: URL(filePath: FixtureFile.path(file)))))
        }
        try get(path).upload(path, songs, [("csrf", token)])
        site.app.runJobs([.long, .transcoding])
    }

    /// Reports a measured position, and returns what it did: "zone.entered You are in Kallio".
    func walk(_ latitude: Double, _ longitude: Double, accuracy: Double = 8) throws -> [String] {
        try report(["lat": "\(latitude)", "lon": "\(longitude)", "accuracy": "\(accuracy)"])
        let text = page.text
        return text.matches(of: /"kind":"([^"]+)"[^}]*"title":"([^"]+)"/).map { "\($0.1) \($0.2)" }
            + text.matches(of: /"title":"([^"]+)"[^}]*"kind":"([^"]+)"/).map { "\($0.2) \($0.1)" }
    }
}
