// swift-tools-version: 6.1
import PackageDescription

// Sources/Proximity is a link to the engine's sources, so that the benchmark needs none of the application's
// dependencies.
let package = Package(
    name: "bench-proximity",
    targets: [
        .target(name: "Proximity"),
        .systemLibrary(name: "CSQLite"),
        .executableTarget(name: "bench", dependencies: ["Proximity", "CSQLite"]),
    ],
    swiftLanguageModes: [.v6]
)
