import Foundation
import TestTools
import Testing

@testable import Proximity

/// The data beside the tests, made by Fixtures/make_fixtures.py.
enum Fixtures {
    /// The rows of a file, split at commas.
    static func rows(_ name: String) throws -> [[Substring]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    /// A field as a number.
    static func number(_ field: Substring) throws -> Double {
        try #require(Double(field))
    }

    /// Two neighbouring fields as a place.
    static func place(_ row: [Substring], _ first: Int) throws -> Coordinate {
        try #require(Coordinate(latitude: number(row[first]), longitude: number(row[first + 1])))
    }
}

/// A place known to be valid.
func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("no such place: \(latitude), \(longitude)")
    }
    return place
}

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    mutating func whole(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

    /// A place, uniform over the sphere.
    mutating func place() -> Coordinate {
        at(asin(number(-1...1)) * 180 / .pi, number(-180...179.999999))
    }

    /// Standard normal deviate (Box and Muller, 1958).
    mutating func bell() -> Double {
        (-2 * log(number(1e-12...1))).squareRoot() * cos(number(0...(2 * .pi)))
    }
}
