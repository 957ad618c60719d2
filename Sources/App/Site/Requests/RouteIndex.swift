/// The routes of the site, found by the segments of a path: what a look-up costs does not grow with their number.
struct RouteIndex: Sendable {
    /// In the order of the table.
    let routes: [Route]
    private var nodes = [Node()]

    /// What the segments so far have led to.
    private struct Node: Sendable {
        /// The nodes after one more segment: one of these words, or any.
        var fixed: [String: Int] = [:]
        var parameter: Int?
        /// The routes that end here, by their places in the table.
        var ends: [Int] = []
    }

    init(_ routes: [Route]) {
        self.routes = routes
        for (number, route) in routes.enumerated() {
            let node = route.segments.reduce(0) { next(after: $0, $1) }
            nodes[node].ends.append(number)
        }
    }

    /// The node that a segment of a pattern leads to; made when missing.
    private mutating func next(after node: Int, _ segment: Route.Segment) -> Int {
        let made = nodes.count
        switch segment {
        case .fixed(let word):
            if let known = nodes[node].fixed[word] { return known }
            nodes[node].fixed[word] = made
        case .parameter:
            if let known = nodes[node].parameter { return known }
            nodes[node].parameter = made
        }
        nodes.append(Node())
        return made
    }

    /// The routes that fit a path. One with a slash at its end means another page, except for the home page.
    func routes(forPath path: String) -> [Route] {
        path.utf8.count > 1 && path.utf8.last == 0x2F ? [] : routes(for: path.split(separator: "/"))
    }

    /// The routes that fit a path, split at "/", in the order of the table.
    func routes(for path: [Substring]) -> [Route] {
        var found: [Int] = []
        collect(path, at: 0, from: 0, into: &found)
        if found.count > 1 { found.sort() }
        return found.map { routes[$0] }
    }

    /// The routes after a node that fit the rest of a path, which begins at a segment.
    private func collect(_ path: [Substring], at segment: Int, from node: Int, into found: inout [Int]) {
        guard segment < path.count else {
            found += nodes[node].ends
            return
        }
        // A short string of its own is compared faster than a part of one.
        if let next = nodes[node].fixed[String(path[segment])] {
            collect(path, at: segment + 1, from: next, into: &found)
        }
        if let next = nodes[node].parameter { collect(path, at: segment + 1, from: next, into: &found) }
    }
}
