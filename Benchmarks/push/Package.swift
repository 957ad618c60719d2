// swift-tools-version: 6.1
import PackageDescription

// The modules are symbolic links to their sources.
let package = Package(
    name: "push-bench",
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .target(name: "Curl", dependencies: ["CCurl"]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
        .target(name: "Crypto", dependencies: ["COpenSSL"]),
        .target(name: "WebPush", dependencies: ["CCurl", "Crypto", "Curl"]),
        .executableTarget(name: "ours", dependencies: ["Crypto", "WebPush"]),
    ],
    swiftLanguageModes: [.v6]
)
