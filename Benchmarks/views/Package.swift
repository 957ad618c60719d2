// swift-tools-version: 6.1
import PackageDescription

// HTML and ViewCompiler are symbolic links to their sources; `run` compiles the view before the program that renders it.
let package = Package(
    name: "views-bench",
    dependencies: [.package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0")],
    targets: [
        .target(name: "HTML"),
        .executableTarget(name: "ViewCompiler"),
        .executableTarget(
            name: "bench", dependencies: ["HTML", .product(name: "Mustache", package: "swift-mustache")]),
    ],
    swiftLanguageModes: [.v6]
)
