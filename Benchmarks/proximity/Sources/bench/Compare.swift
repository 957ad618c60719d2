import Foundation
import Proximity

/// Compares our hits with a peer's. Peers measure on a sphere, so points within 0.7 % of the radius and 1 m of the rim
/// may differ; any other difference is an error, and report.py fails.
func compare(
    _ peer: String, index: NearbyIndex, places: [Coordinate], queries: [Coordinate],
    radii: [(name: String, metres: Metres)], in folder: String
) throws {
    for radius in radii {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(peer)-\(radius.name).hits")) else {
            continue
        }
        let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        var next = 0
        var (equal, rim, wrong) = (0, 0, 0)
        let slack = radius.metres * 0.007 + 1
        for query in queries {
            let count = Int(numbers[next])
            let theirs = Set(numbers[(next + 1)..<(next + 1 + count)].map { Int64($0) })
            next += 1 + count
            // Redis does not support latitudes beyond 85.05° or queries across the antimeridian.
            if peer == "redis" && (abs(query.latitude) > 85 || abs(query.longitude) > 179.9) { continue }
            let ours = Set(index.within(radius.metres, of: query).map(\.id))
            equal += ours.intersection(theirs).count
            for id in ours.symmetricDifference(theirs) {
                let distance = query.distance(to: places[Int(id)])
                if abs((distance - radius.metres).value) <= slack.value { rim += 1 } else { wrong += 1 }
            }
        }
        print("check \(peer)-\(radius.name) equal \(equal) at the rim \(rim) wrong \(wrong)")
    }
}
