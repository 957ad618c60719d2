import HTTP
import TestTools
import Testing

@testable import App

/// Routes are found as if all were tried in turn.
struct RouteIndexTests {
    /// Every route that fits a path, by trying all in turn.
    private func tried(_ routes: [Route], _ path: [Substring]) -> [Route] {
        routes.filter { route in
            route.segments.count == path.count
                && zip(route.segments, path).allSatisfy { segment, word in
                    if case .fixed(let text) = segment { text == word } else { true }
                }
        }
    }

    private func compare(_ index: RouteIndex, _ path: [Substring]) {
        let expected = tried(index.routes, path)
        #expect(index.routes(for: path).map { $0.name } == expected.map { $0.name }, "\(path)")
    }

    @Test func `the site's routes are found as by trying all in turn`() throws {
        let index = try TestSite.empty(hasGallery: true).app.router.index
        var random = SeededGenerator()
        let words = Set(index.routes.flatMap { $0.pattern.split(separator: "/") }).sorted() + ["12", "aino_k", "é"]
        for path in [[], [""], ["notes", ""]] as [[Substring]] { compare(index, path) }
        for route in index.routes {
            let plain = route.pattern.split(separator: "/")
            #expect(index.routes(for: plain).contains { $0.name == route.name })
            for _ in 0..<40 {
                var path = plain.map { word in
                    word.hasPrefix("{") || Int.random(in: 0..<5, using: &random) == 0
                        ? words.randomElement(using: &random) ?? "x" : word
                }
                switch Int.random(in: 0..<8, using: &random) {
                case 0: path.append(words.randomElement(using: &random) ?? "x")
                case 1: path = path.dropLast()
                default: break
                }
                compare(index, path)
            }
        }
    }

    @Test func `routes that share paths are found in the order of their table`() {
        var random = SeededGenerator()
        func words(_ all: [String]) -> [String] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in all.randomElement(using: &random) ?? "a" }
        }
        for _ in 0..<60 {
            let patterns = (0..<12).map { _ in "/" + words(["a", "b", "{x}", "{y}"]).joined(separator: "/") }
            let index = RouteIndex(patterns.map { Route.openGet($0) { _ in throw Failure.notFound } })
            for _ in 0..<40 { compare(index, words(["a", "b", "c"]).map { $0[...] }) }
        }
    }

    @Test func `where two routes of a method share a path, the one with the word comes first`() throws {
        let routes = try TestSite.empty(hasGallery: true).app.routes
        for (number, first) in routes.enumerated() {
            for second in routes.dropFirst(number + 1)
            where first.method == second.method && first.segments.count == second.segments.count {
                let pairs = Array(zip(first.segments, second.segments))
                let share = pairs.allSatisfy { pair in
                    if case (.fixed(let one), .fixed(let other)) = pair { one == other } else { true }
                }
                guard share else { continue }
                // The first segment in which they differ decides: a word, and then anything.
                let isClear = pairs.lazy.compactMap { pair -> Bool? in
                    switch pair {
                    case (.fixed, .parameter): true
                    case (.parameter, .fixed): false
                    default: nil
                    }
                }.first
                #expect(isClear == true, "\(first.name) and \(second.name)")
            }
        }
    }

    @Test func `every path says which methods it has, in the order of the table`() throws {
        let site = try TestSite.empty()
        for route in site.app.routes {
            let request = try Request(
                method: .delete, target: route.pattern.replacing("{", with: "").replacing("}", with: ""),
                headers: Headers([("Host", "localhost:8080")]))
            let answer = site.app.respond(to: request)
            let routes = tried(site.app.routes, request.head.path.split(separator: "/"))
            let isHidden = routes.contains { $0.access == .admin }
            let methods = routes.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
            #expect(answer.status == (isHidden ? .notFound : .methodNotAllowed), "\(route.name)")
            #expect(answer.headers["allow"] == (isHidden ? nil : methods.joined(separator: ", ")), "\(route.name)")
        }
    }

    @Test func `the segments in braces have their values`() throws {
        let route = Route.openGet("/atlas/{z}/{x}/file") { _ in throw Failure.notFound }
        #expect(route.parameters(["atlas", "3", "é", "file"]) == ["z": "3", "x": "é"])
    }
}
