import HTTP
import TestTools

@testable import App

/// Which links a walk through a site follows: the first few of each route and, by the run's seed, some of the others. Links to
/// one route with the same fields in their query are answered by the same code.
struct RouteSample {
    private static let always = 5
    private static let others = Sample(oneIn: 6)
    private let index: RouteIndex
    private var counts: [String: Int] = [:]

    init(_ site: TestSite) { index = site.app.router.index }

    /// Whether to follow a link that was not asked about before; counts it.
    mutating func takes(_ link: String) -> Bool {
        let kind = kind(of: link)
        counts[kind, default: 0] += 1
        return counts[kind, default: 0] <= RouteSample.always || RouteSample.others.takes(link)
    }

    private func kind(of link: String) -> String {
        let path = link.prefix { $0 != "?" }
        let names = Set(link.dropFirst(path.count + 1).split(separator: "&").map { $0.prefix { $0 != "=" } })
        let route = index.routes(for: path.split(separator: "/")).first { $0.method == .get }
        return "\(route?.pattern ?? String(path))?\(names.sorted().joined(separator: "&"))"
    }
}
