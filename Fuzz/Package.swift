// swift-tools-version: 6.1
import PackageDescription

// Symbolic links lead to the sources of the parsers. They are built with coverage for libFuzzer and in the debug
// configuration, so that an overflow or an index out of bounds ends the run. From modules with more dependencies, only
// the files with parsers are linked.
let covered: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]

let package = Package(
    name: "http-fuzz",
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CFuzzer"),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"], swiftSettings: covered),
        .target(name: "Proximity", swiftSettings: covered),
        .systemLibrary(name: "CBrotli"),
        .systemLibrary(name: "CZstd"),
        .target(name: "Decompression", dependencies: ["CBrotli", "CZlib", "CZstd"], swiftSettings: covered),
        .target(name: "Atlas", dependencies: ["Decompression", "Proximity", "Text"], swiftSettings: covered),
        .target(name: "PMTiles", dependencies: ["Decompression"], swiftSettings: covered),
        .target(name: "Text", swiftSettings: covered),
        .target(name: "Contacts", dependencies: ["Text"], swiftSettings: covered),
        .target(name: "PositionSources", dependencies: ["Proximity"], swiftSettings: covered),
        .target(name: "ZoneFiles", dependencies: ["Proximity", "Text"], swiftSettings: covered),
        .target(name: "Database", swiftSettings: covered),
        .target(name: "MediaReaders", swiftSettings: covered),
        .target(name: "AppReaders", dependencies: ["Database", "HTTP", "Proximity", "Text"], swiftSettings: covered),
        .executableTarget(
            name: "http-fuzz",
            dependencies: [
                "AppReaders", "Atlas", "CFuzzer", "Contacts", "HTTP", "MediaReaders", "PMTiles", "PositionSources",
                "Proximity", "ZoneFiles",
            ],
            swiftSettings: covered, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
