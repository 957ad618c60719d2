// swift-tools-version: 6.1
import PackageDescription

// The modules, the timed files of the app and what those use are symbolic links to their sources.
let package = Package(
    name: "atlas-bench",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .target(name: "Proximity"),
        .target(name: "Text"),
        .systemLibrary(name: "CBrotli"),
        .systemLibrary(name: "CZstd"),
        .target(name: "Decompression", dependencies: ["CBrotli", "CZlib", "CZstd"]),
        .target(name: "PMTiles", dependencies: ["Decompression"]),
        .target(name: "Atlas", dependencies: ["Decompression", "Proximity", "Text"]),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"]),
        .target(name: "Database", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
        .executableTarget(name: "bench", dependencies: ["Atlas"]),
        .executableTarget(name: "tiles", dependencies: ["Atlas", "Database", "PMTiles"]),
        .executableTarget(name: "overlay", dependencies: ["Atlas", "Database", "HTTP", "Proximity", "Text"]),
    ],
    swiftLanguageModes: [.v6]
)
