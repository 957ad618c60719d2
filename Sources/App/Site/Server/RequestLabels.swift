import HTTP

/// What an answer is counted under in metrics: a route, or all routes of features that may not be told apart.
struct RequestLabel: Hashable, Sendable {
    /// "GET", "POST" …; "any" where routes are counted together; "none" when no head could be read.
    let method: String
    /// The pattern of a route, `Feature.metricsLabel`, "static" for files, "none" for a path that is no route's.
    let route: String
    /// Whether it stands for all routes of a feature. Then all good statuses are counted together as well, and times are told
    /// roughly: an answer that wrote something took longer than one that did not.
    var isOfFeature = false

    /// "303"; of a whole feature only statuses from 500 on are told apart.
    func status(_ status: Status) -> String {
        isOfFeature && status.rawValue < 500 ? "any" : "\(status.rawValue)"
    }
}

/// Finds what a request is counted under.
struct RequestLabels: Sendable {
    private let index: RouteIndex
    private let files: StaticPages
    /// The labels of features by the patterns of their routes.
    private let ofFeatures: [String: String]

    init(_ index: RouteIndex, _ files: StaticPages, _ features: [any Feature]) {
        (self.index, self.files) = (index, files)
        var labels: [String: String] = [:]
        for feature in features {
            guard let label = feature.metricsLabel else { continue }
            for route in feature.routes { labels[route.pattern] = label }
        }
        ofFeatures = labels
    }

    /// - Parameter path: `RequestHead.path`; nil when no head could be read.
    func label(_ method: HTTP.Method?, path: String?) -> RequestLabel {
        guard let method, let path else { return RequestLabel(method: "none", route: "none") }
        if files.covers(path) { return RequestLabel(method: method.rawValue, route: "static") }
        let routes = index.routes(forPath: path)
        let fitting = routes.first { $0.answers(method) } ?? routes.first
        guard let pattern = fitting?.pattern else { return RequestLabel(method: method.rawValue, route: "none") }
        if let label = ofFeatures[pattern] { return RequestLabel(method: "any", route: label, isOfFeature: true) }
        return RequestLabel(method: method.rawValue, route: pattern)
    }
}
