// swift-tools-version: 6.1
import PackageDescription

// The modules are symbolic links to their sources.
let package = Package(
    name: "push-bench",
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .target(name: "Curl", dependencies: ["CCurl"]),
        .target(name: "WebPush", dependencies: ["CCurl", "Curl", .product(name: "Crypto", package: "swift-crypto")]),
        .executableTarget(
            name: "ours", dependencies: ["WebPush", .product(name: "Crypto", package: "swift-crypto")]),
    ],
    swiftLanguageModes: [.v6]
)
