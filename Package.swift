// swift-tools-version: 6.1
import Foundation
import PackageDescription

// bin/test sets CAIRN_STRICT: in tests a warning is an error, on a host with a newer compiler it is only a warning.
let strict: [SwiftSetting] =
    ProcessInfo.processInfo.environment["CAIRN_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

// What computes is optimized in debug builds as well: with it unoptimized, a test or a server to try spends most of its time
// drawing tiles. (The app is not: with it a clean build took 468 s instead of 370, and the Swift suites 590 processor seconds
// instead of 630.)
let engine: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "cairn",
    products: [.executable(name: "cairn", targets: ["cairn"])],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "cairn",
            dependencies: [
                "App", "Curl", "HTTP", "Mail", "MapDownload", "Proximity", "WebPush",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "App",
            dependencies: [
                "Atlas", "CCrash", "CLinux", "Contacts", "Crypto", "Curl", "Database", "Export", "HTML", "HTTP", "Mail",
                "MapDownload", "Media", "PMTiles", "PositionSources", "Proximity", "QR", "Safeguards", "Text",
                "WebPush", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict, plugins: ["CompileViews"]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "Crypto", "Curl", "MapDownload", "Media", "PMTiles", "TestTools", "WebPush", "ZoneFiles",
                "crash-probe",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Site/RouteTable.txt", "Backup/OlderSite.sql", "Backup/ShippedMigrations.txt"],
            swiftSettings: strict),
        .target(name: "Atlas", dependencies: ["Decompression", "Proximity", "Text"], swiftSettings: engine),
        .testTarget(
            name: "AtlasTests", dependencies: ["Atlas", "TestTools"], exclude: ["Fixtures"], swiftSettings: strict),
        .target(name: "HTML", swiftSettings: engine),
        .executableTarget(name: "ViewCompiler", swiftSettings: strict),
        .plugin(name: "CompileViews", capability: .buildTool(), dependencies: ["ViewCompiler"]),
        .testTarget(name: "HTMLTests", dependencies: ["HTML"], swiftSettings: strict),
        .testTarget(
            name: "ViewCompilerTests", dependencies: ["HTML", "TestTools", "ViewCompiler"], swiftSettings: strict),
        .target(
            name: "Database",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: engine),
        .testTarget(
            name: "DatabaseTests",
            dependencies: ["Database", "TestTools", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(name: "CCrash"),
        // Crashes on purpose: what a test cannot do itself.
        .executableTarget(
            name: "crash-probe", dependencies: ["CCrash"], path: "Tests/CrashProbe", swiftSettings: strict),
        // What reads text or files from outside, of all modules.
        .testTarget(
            name: "TextStepsTests",
            dependencies: [
                "App", "Atlas", "Contacts", "Curl", "Export", "HTML", "HTTP", "Mail", "Media", "PositionSources",
                "Proximity",
                "Safeguards", "Text", "WebPush", "ZoneFiles",
            ],
            swiftSettings: strict),
        .systemLibrary(name: "CMagic", pkgConfig: "libmagic", providers: [.apt(["libmagic-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .target(name: "CSandbox"),
        .target(
            name: "Media", dependencies: ["CMagic", "CSandbox", "CSpawn", "Safeguards", "Text"], swiftSettings: engine),
        .testTarget(name: "MediaTests", dependencies: ["Media", "TestTools"], swiftSettings: strict),
        // What these tests run in a decoder's place. It is C alone, and must find its libraries where decoders do.
        .executableTarget(
            name: "hostile-decoder", path: "Tests/HostileDecoder",
            linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "Curl", dependencies: ["CCurl"], swiftSettings: strict),
        .testTarget(name: "CurlTests", dependencies: ["CCurl", "Curl", "TestTools"], swiftSettings: strict),
        .target(name: "Mail", dependencies: ["CCurl", "Curl"], swiftSettings: strict),
        .testTarget(
            name: "MailTests", dependencies: ["Mail", "TestTools"], exclude: ["smtp_server.py"], swiftSettings: strict),
        .target(name: "WebPush", dependencies: ["CCurl", "Crypto", "Curl"], swiftSettings: strict),
        .testTarget(
            name: "WebPushTests",
            dependencies: ["CCurl", "Crypto", "Curl", "WebPush", "TestTools"],
            exclude: ["push_service.py"],
            swiftSettings: strict),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "Crypto", dependencies: ["COpenSSL"], swiftSettings: engine),
        .testTarget(name: "CryptoTests", dependencies: ["Crypto", "TestTools"], swiftSettings: strict),
        .target(name: "Text", swiftSettings: engine),
        .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: strict),
        .target(name: "Contacts", dependencies: ["Text"], swiftSettings: engine),
        .testTarget(
            name: "ContactsTests", dependencies: ["Contacts"], exclude: ["Fixtures"], swiftSettings: strict),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "QR", dependencies: ["CQrencode"], swiftSettings: engine),
        .testTarget(name: "QRTests", dependencies: ["QR", "TestTools"], swiftSettings: strict),
        .target(name: "Safeguards", swiftSettings: engine),
        .testTarget(name: "SafeguardsTests", dependencies: ["Safeguards", "TestTools"], swiftSettings: strict),
        .target(name: "Export", dependencies: ["CZlib"], swiftSettings: engine),
        .testTarget(name: "ExportTests", dependencies: ["Export", "TestTools"], swiftSettings: strict),
        // What several modules' tests share.
        .target(
            name: "TestTools", dependencies: ["COpenSSL", "CZlib", "Curl", "PMTiles"], path: "Tests/TestTools",
            exclude: ["range_server.py"],
            swiftSettings: engine),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "Decompression", dependencies: ["CBrotli", "CZlib", "CZstd"], swiftSettings: engine),
        .testTarget(name: "DecompressionTests", dependencies: ["Decompression"], swiftSettings: strict),
        .target(name: "PMTiles", dependencies: ["Decompression"], swiftSettings: engine),
        .target(name: "MapDownload", dependencies: ["CCurl", "Curl", "PMTiles"], swiftSettings: engine),
        .testTarget(
            name: "MapDownloadTests", dependencies: ["Curl", "MapDownload", "PMTiles", "TestTools"],
            swiftSettings: strict),
        .testTarget(name: "PMTilesTests", dependencies: ["PMTiles", "TestTools"], swiftSettings: strict),
        .target(name: "Proximity", swiftSettings: engine),
        .target(name: "PositionSources", dependencies: ["Proximity"], swiftSettings: engine),
        .testTarget(
            name: "PositionSourcesTests", dependencies: ["PositionSources", "Proximity", "TestTools"],
            swiftSettings: strict),
        .target(name: "ZoneFiles", dependencies: ["Proximity", "Text"], swiftSettings: engine),
        .testTarget(
            name: "ZoneFilesTests", dependencies: ["Proximity", "TestTools", "ZoneFiles"], swiftSettings: strict),
        .target(name: "HTTP", dependencies: ["CLinux", "CZlib"], swiftSettings: engine),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestTools"], swiftSettings: strict),
        .testTarget(
            name: "ProximityTests", dependencies: ["Proximity", "TestTools"], exclude: ["Fixtures"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
