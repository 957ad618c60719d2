// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "http-abuse",
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"]),
        .executableTarget(name: "http-abuse", dependencies: ["HTTP"]),
        // A server for manual probes: upload-sink PORT FOLDER serves /login, /upload, /events and /static.
        .executableTarget(name: "upload-sink", dependencies: ["HTTP"]),
    ],
    swiftLanguageModes: [.v6]
)
