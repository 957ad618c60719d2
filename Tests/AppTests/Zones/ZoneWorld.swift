import Database
import Foundation
import Proximity
import Testing

@testable import App

extension TestSite {
    /// Makes a circle.
    @discardableResult
    func makeZone(
        _ name: String, latitude: Double, longitude: Double, radius: Metres, colour: String = "#d6336c"
    ) throws -> ID<Zone> {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try app.site.database.write {
            try ZoneQueries.insert(
                $0, NewZone(name: name, colour: colour, fence: Fence(centre: centre, radius: radius)),
                formKey: "\(name) \(UInt64.random(in: 0...UInt64.max))", at: now)
        }
    }
}

extension Visitor {
    /// Reports a measured position, and returns what it did: "zone.entered You are in Kallio".
    func walk(_ latitude: Double, _ longitude: Double, accuracy: Double = 8) throws -> [String] {
        try report(["lat": "\(latitude)", "lon": "\(longitude)", "accuracy": "\(accuracy)"])
        let text = page.text
        return text.matches(of: /"kind":"([^"]+)"[^}]*"title":"([^"]+)"/).map { "\($0.1) \($0.2)" }
            + text.matches(of: /"title":"([^"]+)"[^}]*"kind":"([^"]+)"/).map { "\($0.2) \($0.1)" }
    }
}
