// swift-tools-version: 6.1
import Foundation
import PackageDescription

// bin/test sets CAIRN_STRICT: in tests a warning is an error, on a host with a newer compiler it is only a warning.
let strict: [SwiftSetting] =
    ProcessInfo.processInfo.environment["CAIRN_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

let package = Package(
    name: "cairn",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
    ],
    targets: [
        .target(name: "HTML", swiftSettings: strict),
        .executableTarget(name: "ViewCompiler", swiftSettings: strict),
        .plugin(name: "CompileViews", capability: .buildTool(), dependencies: ["ViewCompiler"]),
        .testTarget(name: "HTMLTests", dependencies: ["HTML"], swiftSettings: strict),
        .testTarget(
            name: "ViewCompilerTests", dependencies: ["HTML", "ViewCompiler"], swiftSettings: strict),
        .target(
            name: "Database", dependencies: [.product(name: "GRDB", package: "GRDB.swift")], swiftSettings: strict),
        .testTarget(name: "DatabaseTests", dependencies: ["Database"], swiftSettings: strict),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Proximity", swiftSettings: strict),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"], swiftSettings: strict),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: strict),
        .testTarget(
            name: "ProximityTests", dependencies: ["Proximity"], exclude: ["Fixtures"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
