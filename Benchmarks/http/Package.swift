// swift-tools-version: 6.1
import PackageDescription

// The module is a symbolic link to its sources, so that the benchmark needs nothing else of the repository.
let package = Package(
    name: "http-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"]),
        .executableTarget(name: "ours", dependencies: ["HTTP"]),
        .executableTarget(
            name: "hummingbird-peer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
