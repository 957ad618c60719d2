// usage: bench FOLDER RADIUS…   Prints lines "ours NAME VALUE", "rtree NAME VALUE" and "check …"; see run.
import Foundation
import Proximity

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: bench FOLDER RADIUS…")
    exit(64)
}
let folder = arguments[1]
let radii = arguments.dropFirst(2).filter { !$0.hasPrefix("-") }.map { (name: $0, metres: Metres(Double($0) ?? 0)) }
let places = try readPlaces(folder + "/points.bin")
let queries = try readPlaces(folder + "/queries.bin")

let index = benchIndex(places, queries: queries, radii: radii, in: folder)
if !arguments.contains("--index-only") {
    try benchSQL(places, queries: queries, radii: radii)
    for peer in ["s2", "redis"] {
        try compare(peer, index: index, places: places, queries: queries, radii: radii, in: folder)
    }
}
