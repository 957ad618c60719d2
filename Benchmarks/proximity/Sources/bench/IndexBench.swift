import Foundation
import Proximity

/// Times build, memory, queries, insertion and moves of the index; returns the index built in bulk.
func benchIndex(
    _ places: [Coordinate], queries: [Coordinate], radii: [(name: String, metres: Metres)], in folder: String
) -> NearbyIndex {
    let points = places.enumerated().map { (id: Int64($0.offset), coordinate: $0.element) }
    var index = NearbyIndex()
    let before = residentBytes()
    report("ours", name: "build", value: seconds { index = NearbyIndex(points) })
    report("ours", name: "bytes", value: Double(index.memory) / Double(points.count))
    report("ours", name: "resident", value: Double(residentBytes() - before) / Double(points.count))
    for radius in radii {
        var best = Double.infinity
        var found = 0
        // The best of at least four passes and at least one second, as in peers/s2.cpp: others may be using the
        // machine.
        var (passes, total) = (0, 0.0)
        while passes < 4 || total < 1 {
            found = 0
            let pass = seconds { for query in queries { found += index.within(radius.metres, of: query).count } }
            (passes, total, best) = (passes + 1, total + pass, min(best, pass))
        }
        report("ours", name: "query-\(radius.name)", value: best / Double(queries.count) * 1e6)
        report("ours", name: "hits-\(radius.name)", value: Double(found) / Double(queries.count))
    }
    if arguments.contains("--queries-only") { return index }
    report(
        "ours", name: "nearest-10",
        value: seconds { for query in queries { _ = index.nearest(10, to: query) } } / Double(queries.count) * 1e6)
    benchChanges(points)
    return index
}

private func benchChanges(_ points: [(id: Int64, coordinate: Coordinate)]) {
    let index = NearbyIndex()
    let inserting = seconds { for point in points { index.insert(point.id, at: point.coordinate) } }
    report("ours", name: "inserts", value: Double(points.count) / inserting)
    report("ours", name: "bytes-inserted", value: Double(index.memory) / Double(points.count))
    var dice = Dice(state: 7)
    var moves: [(Int64, Coordinate)] = []
    for _ in 0..<200_000 {
        let point = points[Int(dice.next() % UInt64(points.count))]
        let shift = (Double(dice.next() >> 11) / 9_007_199_254_740_992 - 0.5) * 0.002
        let latitude = max(-90, min(90, point.coordinate.latitude + shift))
        guard let to = Coordinate(latitude: latitude, longitude: point.coordinate.longitude) else { continue }
        moves.append((point.id, to))
    }
    let moving = seconds { for move in moves { index.move(move.0, to: move.1) } }
    report("ours", name: "moves", value: Double(moves.count) / moving)
    report("ours", name: "bytes-moved", value: Double(index.memory) / Double(points.count))
}

/// Resident memory of this process.
func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
}
