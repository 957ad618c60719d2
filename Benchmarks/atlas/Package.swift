// swift-tools-version: 6.1
import PackageDescription

// The module is built from its sources by symbolic links, so that the bench needs nothing else of the repository.
let package = Package(
    name: "atlas-bench",
    targets: [
        .systemLibrary(name: "CZlib"),
        .target(name: "Proximity"),
        .target(name: "Atlas", dependencies: ["CZlib", "Proximity"]),
        .executableTarget(name: "bench", dependencies: ["Atlas"]),
    ],
    swiftLanguageModes: [.v6]
)
