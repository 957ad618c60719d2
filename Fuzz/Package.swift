// swift-tools-version: 6.1
import PackageDescription

// The module is built once more from its sources, by symbolic links: with coverage for libFuzzer, and in the debug
// configuration, so that an overflow or an index out of bounds ends the run.
let package = Package(
    name: "http-fuzz",
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CFuzzer"),
        .target(
            name: "HTTP", dependencies: ["CLinux", "CZlib"],
            swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]),
        .executableTarget(
            name: "http-fuzz", dependencies: ["CFuzzer", "HTTP"],
            swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
