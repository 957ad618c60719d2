// swift-tools-version: 6.1
import PackageDescription

// The modules are symbolic links to their sources.
let package = Package(
    name: "media-bench",
    targets: [
        .systemLibrary(name: "CMagic"),
        .systemLibrary(name: "CSpawn"),
        .target(name: "CSandbox"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .target(name: "Safeguards"),
        .target(name: "Text"),
        .target(name: "Media", dependencies: ["CMagic", "CSandbox", "CSpawn", "Safeguards", "Text"]),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"]),
        .executableTarget(name: "bench", dependencies: ["HTTP", "Media"]),
    ],
    swiftLanguageModes: [.v6]
)
