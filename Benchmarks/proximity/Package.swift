// swift-tools-version: 6.1
import PackageDescription

// The engine is built from the same sources (Sources/Proximity is a link to them), so that a benchmark needs none of the
// application's dependencies.
let package = Package(
    name: "bench-proximity",
    targets: [
        .target(name: "Proximity"),
        .systemLibrary(name: "CSQLite"),
        .executableTarget(name: "bench", dependencies: ["Proximity", "CSQLite"]),
    ],
    swiftLanguageModes: [.v6]
)
