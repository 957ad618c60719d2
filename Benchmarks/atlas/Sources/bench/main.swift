import Foundation

@testable import Atlas

// usage: bench NAME FOLDER X Y: draws tile 14/X/Y from FOLDER/14-X-Y.pbf and its neighbours, and parses the tile alone.
let (name, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
let (x, y) = (Int(CommandLine.arguments[3])!, Int(CommandLine.arguments[4])!)
let rounds = 101

func read(_ zoom: Int, _ x: Int, _ y: Int) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/\(zoom)-\(x)-\(y).pbf").map { Array($0) }
}

/// The median of the rounds, in milliseconds.
func median(_ body: () -> Void) -> Double {
    let times = (0..<rounds).map { _ in
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
    return times.sorted()[rounds / 2]
}

let packed = read(14, x, y)!
let map = Basemap(maximumZoom: 14) { read($0, $1, $2) }
var svg = ""
let drawing = median { svg = try! map.tile(zoom: 14, x: x, y: y, theme: .light)! }
let opening = median {
    let tile = VectorTile(packed)!
    for layer in tile.layers.values.joined() { for feature in layer.features { _ = tile.geometry(feature) } }
}
func line(_ what: String, _ ours: Double, _ peer: String, _ theirs: Double, _ unit: String) {
    func text(_ value: Double) -> String { String(format: "%.2f", value) }
    print("bench atlas \(name) \(what): \(text(ours)) vs \(peer) \(text(theirs)) \(unit) = \(text(theirs / ours))×")
}
line("cold tile p50", drawing, "limit", 60, "ms")
line("cold tile p50", drawing, "opening it alone", opening, "ms")
try Data(svg.utf8).write(to: URL(fileURLWithPath: "\(folder)/tile.svg"))
