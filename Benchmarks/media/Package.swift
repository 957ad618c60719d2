// swift-tools-version: 6.1
import PackageDescription

// The modules are built from their sources by symbolic links.
let package = Package(
    name: "media-bench",
    targets: [
        .systemLibrary(name: "CMagic"),
        .systemLibrary(name: "CSpawn"),
        .target(name: "Media", dependencies: ["CMagic", "CSpawn"]),
        .executableTarget(name: "bench", dependencies: ["Media"]),
    ],
    swiftLanguageModes: [.v6]
)
