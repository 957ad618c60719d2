import Foundation
import TestTools
import Testing

@testable import Proximity

/// A track as an app recorded it; the name of its file tells the format.
struct Track: Sendable, CustomTestStringConvertible {
    /// The path of its file.
    let path: String
    /// The seed of what a test adds to it by chance.
    let seed: UInt64

    /// Of each kind one, from Tests/Fixtures.
    static let computed = [
        Track(path: FixtureFile.path("run.json"), seed: 61), Track(path: FixtureFile.path("hike.gpx"), seed: 62),
        Track(path: FixtureFile.path("drive.rec"), seed: 63),
    ]

    /// The run through San Francisco, the hike from Korita to Žbevnica and the drive out of Munich, beside the project.
    static let real = [
        Track(path: SharedData.path("tracks/overland/sf_run_batch_all_1118.json"), seed: 61),
        Track(path: SharedData.path("tracks/gpx/korita-zbevnica.gpx"), seed: 62),
        Track(path: SharedData.path("tracks/owntracks/munich_drive.rec"), seed: 63),
    ]

    var testDescription: String { URL(filePath: path).lastPathComponent }

    /// What it holds.
    func fixes() throws -> [Fix] {
        let file = URL(filePath: path)
        return switch file.pathExtension {
        case "json": try Track.overland(file)
        case "rec": try Track.owntracks(file)
        default: try Track.gpx(file)
        }
    }

    private struct Batch: Decodable {
        struct Feature: Decodable {
            struct Geometry: Decodable { var coordinates: [Double] }
            struct Properties: Decodable {
                var timestamp: Date
                var accuracy: Double

                enum CodingKeys: String, CodingKey {
                    case timestamp
                    case accuracy = "horizontal_accuracy"
                }
            }
            var geometry: Geometry
            var properties: Properties
        }
        var locations: [Feature]
    }

    /// A batch of the Overland app.
    private static func overland(_ file: URL) throws -> [Fix] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Batch.self, from: Data(contentsOf: file)).locations.map {
            try fix(
                latitude: $0.geometry.coordinates[1], longitude: $0.geometry.coordinates[0],
                accuracy: $0.properties.accuracy,
                seconds: $0.properties.timestamp.timeIntervalSince1970, source: .overland)
        }
    }

    private struct Location: Decodable {
        var lat: Double
        var lon: Double
        var acc: Double
        var tst: Double
    }

    /// A record file of OwnTracks: one JSON object per line, after the time of arrival.
    private static func owntracks(_ file: URL) throws -> [Fix] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let start = line.firstIndex(of: "{"), line.contains(#""_type":"location""#) else { return nil }
            let one = try JSONDecoder().decode(Location.self, from: Data(line[start...].utf8))
            return try fix(
                latitude: one.lat, longitude: one.lon, accuracy: one.acc, seconds: one.tst, source: .owntracks)
        }
    }

    /// The points of a GPX file that have a time; accuracy 8 m, because the format has none.
    private static func gpx(_ file: URL) throws -> [Fix] {
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.components(separatedBy: "<trkpt").dropFirst().compactMap { point in
            func between(_ start: String, _ end: String) -> String? {
                guard let from = point.range(of: start) else { return nil }
                guard let to = point.range(of: end, range: from.upperBound..<point.endIndex) else { return nil }
                return String(point[from.upperBound..<to.lowerBound])
            }
            guard let latitude = between("lat=\"", "\"").flatMap(Double.init),
                let longitude = between("lon=\"", "\"").flatMap(Double.init),
                let time = between("<time>", "</time>").flatMap({ try? Date($0, strategy: .iso8601) })
            else { return nil }
            return try fix(
                latitude: latitude, longitude: longitude, accuracy: 8, seconds: time.timeIntervalSince1970,
                source: .gpslogger)
        }
    }

    private static func fix(
        latitude: Double, longitude: Double, accuracy: Double, seconds: Double, source: Fix.Source
    ) throws -> Fix {
        try Fix(
            coordinate: at(latitude, longitude), accuracy: Metres(accuracy),
            time: Timestamp(milliseconds: Int64(seconds * 1000)), source: source)
    }
}

extension Fix {
    /// The same fix with a random error according to its accuracy: 95 % of such points fall within it.
    func blurred(_ dice: inout Dice) throws -> Fix {
        // In a two-dimensional normal distribution 95 % lie within 2.448 standard deviations.
        let deviation = (accuracy?.value ?? 0) / 2.448
        let north = coordinate.destination(bearing: 0, distance: Metres(dice.bell() * deviation))
        let place = north.destination(bearing: 90, distance: Metres(dice.bell() * deviation))
        return try Fix(coordinate: place, accuracy: accuracy, time: time, source: source)
    }
}
