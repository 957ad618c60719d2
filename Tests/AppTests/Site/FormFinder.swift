import Foundation
import HTTP
import TestTools
import Testing

@testable import App

/// The fields of every route, collected from the links and forms of the pages.
struct FormFinder {
    /// A route with a path and fields to send.
    struct Target {
        let method: HTTP.Method
        let pattern: String
        let access: Route.Access
        /// A path to an existing thing, without a query.
        let path: String
        /// Fields with valid values, as far as the page shows them.
        var fields: [(name: String, value: String)]
    }

    /// Fields that only scripts send.
    private static let scripted = [
        "/": ["lat", "lon", "z", "view"], "/map": ["lat", "lon", "z", "w", "h", "view", "theme"],
        "/archive": ["view", "lat", "lon", "z", "after", "q"], "/notes": ["after"], "/notes/new": ["to", "lat", "lon"],
        "/relics/new": ["lat", "lon"],
        "/map/place": ["lat", "lon"], "/map/search": ["q", "lat", "lon", "z"],
        "/map/suggestions": ["q", "lat", "lon", "z"],
        "/atlas/{z}/{x}/{y}": ["v", "theme"], "/admin/people": ["after", "q"], "/admin/reports": ["after", "state"],
        "/admin/audit": ["after"], "/admin/basemaps": ["place", "km", "bbox"], "/friends/contacts": ["found"],
        "/admin/basemaps/uploads": ["name", "size"],
        "/admin/basemaps/uploads/part": ["name", "size", "offset", "part"],
        "/admin/basemaps/uploads/finish": ["name", "size", "digest"],
        "/login": ["next"], "/signup": ["next"],
        "/map/picker.svg": ["lat", "lon", "map_lat", "map_lon", "map_z", "size", "theme", "plain"],
        "/positions": ["lat", "lon", "accuracy", "at"], "/settings/push": ["endpoint", "p256dh", "auth", "replaces"],
    ]
    /// Valid values of query fields by name.
    private static let good = [
        "lat": "60.17", "lon": "24.94", "z": "15", "w": "390", "h": "580", "map_lat": "60.17", "map_lon": "24.94",
        "map_z": "15", "theme": "dark", "size": "wide", "view": "map", "accuracy": "5",
        "at": "2026-11-21T14:00:00+02:00",
        "after": "1795262400000-1",
    ].merging(PushDevice.exampleFields) { first, _ in first }
    /// Most pages read per pattern: some forms appear only in one state of a page.
    private static let maxOfAKind = 6

    private let world: SettledWorld
    private var targets: [String: Target] = [:]

    /// Crawls the site as several visitors.
    init(_ world: SettledWorld, _ visitors: [Visitor]) throws {
        self.world = world
        for visitor in visitors { try walk(visitor) }
        for route in world.site.app.routes {
            let names = FormFinder.scripted[route.pattern] ?? []
            add(route, names.map { ($0, "") })
        }
    }

    /// Every route with all fields found for it.
    var found: [Target] {
        targets.values.sorted { ("\($0.method)", $0.pattern) < ("\($1.method)", $1.pattern) }
    }

    /// POST routes whose form was on a page.
    private(set) var formPatterns: Set<String> = []

    private mutating func walk(_ visitor: Visitor) throws {
        var waiting = ["/archive?view=map", "/friends?q=ain", "/admin/reports?state=closed"]
        waiting += world.site.app.routes.filter { $0.method == .get }.map { world.path(of: $0.pattern) }
        waiting += world.alwaysRead
        var seen: [String: Int] = [:]
        var visited: Set<String> = []
        while let path = waiting.popLast() {
            seen[kind(of: path), default: 0] += 1
            let isWanted = seen[kind(of: path), default: 0] <= FormFinder.maxOfAKind || world.alwaysRead.contains(path)
            guard isWanted, visited.insert(path).inserted,
                try visitor.fetch(path).status == .ok
            else { continue }
            let page = try visitor.get(path).page
            for link in page.links + page.resources where link.hasPrefix("/") {
                addLink(link)
                waiting.append(String(link.prefix { $0 != "#" }))
            }
            for form in page.forms { addForm(form) }
        }
    }

    private mutating func addLink(_ link: String) {
        guard let (route, query) = route(.get, link) else { return }
        add(route, query)
    }

    private mutating func addForm(_ form: Page.Form) {
        let fields = form.fields
        let blank = form.names.filter { name in !fields.contains { $0.name == name } }.map { ($0, "") }
        for action in [form.action] + form.otherActions {
            guard let (route, query) = route(form.method == "get" ? .get : .post, action) else { continue }
            add(route, query + fields + blank)
            if route.method == .post { formPatterns.insert(route.pattern) }
        }
    }

    /// Keeps the first non-empty value of a field; known valid values take precedence.
    private mutating func add(_ route: Route, _ fields: [(name: String, value: String)]) {
        let key = "\(route.method) \(route.pattern)"
        let known = world.path(of: route.pattern)
        var target =
            targets[key]
            ?? Target(
                method: route.method, pattern: route.pattern, access: route.access,
                path: String(known.prefix { $0 != "?" }), fields: [])
        let good = route.method == .post ? SettledWorld.fields[route.pattern] ?? [] : []
        for field in good.map({ (name: $0.0, value: $0.1) }) + queryFields(known) + fields where field.name != "csrf" {
            let value = field.value.isEmpty ? FormFinder.good[field.name] ?? "" : field.value
            guard let index = target.fields.firstIndex(where: { $0.name == field.name }) else {
                target.fields.append((field.name, value))
                continue
            }
            if target.fields[index].value.isEmpty { target.fields[index].value = value }
        }
        targets[key] = target
    }

    private func route(_ method: HTTP.Method, _ link: String) -> (Route, [(name: String, value: String)])? {
        let path = String(link.prefix { $0 != "?" && $0 != "#" })
        let routes = world.site.app.router.index.routes(for: path.split(separator: "/"))
        let route = routes.first { $0.method == method }
        return route.map { ($0, queryFields(link)) }
    }

    private func queryFields(_ link: String) -> [(name: String, value: String)] {
        let request = try? Request(method: .get, target: String(link.prefix { $0 != "#" }))
        return request?.head.queryFields.values ?? []
    }

    private func kind(of link: String) -> String {
        guard let (route, query) = route(.get, link) else { return link }
        return "\(route.pattern)?\(Set(query.map { $0.name }).sorted().joined(separator: "&"))"
    }
}

/// What the walk through a settled world found, and that world, which is only copied from then on.
struct SettledWalk: Sendable {
    let site: TestSite
    let targets: [FormFinder.Target]
    let formPatterns: Set<String>
    /// Kept as long as the site, which names it.
    private let backups: Folder

    private init() throws {
        let world = try SettledWorld()
        let finder = try FormFinder(world, [world.owner, world.keeper, world.asker, Visitor(world.site)])
        (site, targets, formPatterns) = (world.site, finder.found, finder.formPatterns)
        backups = world.backups.folder
    }

    /// One for all tests: it is long.
    static let shared = Result { try SettledWalk() }
}
