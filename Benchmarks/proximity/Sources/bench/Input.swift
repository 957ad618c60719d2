import Foundation
import Proximity

/// Pairs of latitude and longitude, as prepare.py wrote them.
func readPlaces(_ path: String) throws -> [Coordinate] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    return stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
        Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
    }
}

/// The duration of `body` in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure { try body() }
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

/// Prints one line for the script that runs everything.
func report(_ engine: String, name: String, value: Double) {
    print(engine, name, value)
}

/// SplitMix64, as in peers/s2.cpp.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
