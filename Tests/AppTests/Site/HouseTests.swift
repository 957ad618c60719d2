import Foundation
import TestTools
import Testing

@testable import App

/// Coding rules that the sources are checked for.
struct HouseTests {
    private static let allowed: [String: Set<String>] = [
        "Proximity": ["Foundation"], "Atlas": ["Decompression", "Foundation", "Proximity", "Text"],
        "HTML": [], "Decompression": ["CBrotli", "CZlib", "CZstd"],
        "MapDownload": ["CCurl", "Curl", "Foundation", "PMTiles", "Synchronization"],
        "PMTiles": ["Decompression", "Foundation", "Synchronization"],
        "HTTP": ["Foundation", "CLinux", "CZlib", "Synchronization"],
        "Database": ["Foundation", "GRDB", "GRDBSQLite", "Synchronization"],
        "ViewCompiler": ["Foundation"],
        "App": [
            "Foundation", "Synchronization", "Atlas", "CCrash", "CLinux", "Crypto", "Curl", "Database", "HTML", "HTTP",
            "Logging",
            "PositionSources", "Proximity", "Contacts", "Export", "Mail", "MapDownload", "Media", "PMTiles", "QR",
            "Safeguards",
            "Text",
            "WebPush", "ZoneFiles",
        ],
        "Media": ["CMagic", "CSandbox", "CSpawn", "Foundation", "Safeguards", "Synchronization", "Text"],
        "Curl": ["CCurl", "Foundation"], "Mail": ["CCurl", "Curl", "Foundation"],
        "Crypto": ["COpenSSL", "Foundation"],
        "WebPush": ["CCurl", "Crypto", "Curl", "Foundation", "Synchronization"],
        "Contacts": ["Foundation", "Text"], "ZoneFiles": ["Foundation", "FoundationXML", "Proximity", "Text"],
        "PositionSources": ["Foundation", "Proximity"], "QR": ["CQrencode", "Foundation"],
        "Text": ["Foundation"], "Safeguards": ["Foundation", "Synchronization"], "Export": ["CZlib", "Foundation"],
        "cairn": [
            "Foundation", "App", "ArgumentParser", "Curl", "HTTP", "Logging", "Mail", "MapDownload", "Proximity",
            "Synchronization", "WebPush",
        ],
    ]

    @Test func `imports go one way`() throws {
        for (path, text) in try SwiftSource.texts("Sources", "swift") {
            let module = String(path.split(separator: "/")[1])
            let allowed = try #require(HouseTests.allowed[module], "\(path)")
            for line in text.split(separator: "\n") where line.hasPrefix("import ") {
                #expect(allowed.contains(String(line.dropFirst(7))), "\(path): \(line)")
            }
        }
    }

    @Test func `timestamps are made from numbers only where these are bounded, stored or our own`() throws {
        let places = [
            "Site/Forms/InputNumbers", "Site/Data/ColumnValues", "Site/Environment", "Site/Features/GalleryContext",
        ]
        for (path, text) in try SwiftSource.texts("Sources/App", "swift") where text.contains("Timestamp(milliseconds:")
        {
            #expect(places.contains { path == "Sources/App/\($0).swift" }, "\(path)")
        }
    }

    /// The layers of `Sources/App` from the bottom up, as docs/architecture.md lists them. Features of one layer do not
    /// know each other.
    private static func floors() throws -> [[String]] {
        let text = try SwiftSource.text("docs/architecture.md")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("floors:") })
        return line.dropFirst("floors:".count).split(separator: "|").map { floor in
            floor.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `features name only features below them`() throws {
        let floors = try HouseTests.floors()
        let sources = try SwiftSource.files("Sources/App")
        var owners: [String: String] = [:]
        let declaration =
            #/(?m)^(?:public |final |indirect )*(?:struct|enum|class|protocol|actor|typealias) (\w+)/#
        for (path, source) in sources {
            for type in source.code.matches(of: declaration) { owners[String(type.1)] = path.feature }
        }
        #expect(owners.count > 200)
        let visible = try #require(floors.firstIndex { $0.contains("Notes") })
        // A feature that is not listed stands with those that people see.
        func level(_ feature: String) -> Int { floors.firstIndex { $0.contains(feature) } ?? visible }
        for (path, source) in sources {
            let own = level(path.feature)
            for word in Set(source.code.matches(of: #/\b[A-Z]\w+/#).map { String($0.0) }) {
                guard let owner = owners[word], owner != path.feature else { continue }
                #expect(level(owner) < own, "\(path) names \(word) of \(owner)")
            }
        }
    }

    @Test func `an address is a literal only in a route table and among its feature's paths`() throws {
        // Paths, made-up data, and what has to do with files of the disk.
        let files = #/(Paths|Examples|StaticPages|Assets)\.swift$/#
        let address = #/^/[a-zA-Z]/#
        let systemFile = #/^/(usr|proc|sys)//#
        // A route's pattern, the page that a refused upload resumes, and what is joined to an address or a folder.
        let allowed = #/(\.\w*([gG]et|[pP]ost|upload|Upload)\(|\.program\(\.\w+, |resume: |\+ )$/#
        for (path, source) in try SwiftSource.files("Sources/App") where !path.contains(files) {
            for (number, literal) in source.literals.enumerated() {
                guard literal.pieces[0].contains(address), !literal.pieces[0].contains(systemFile) else { continue }
                let before = source.code.split(separator: "\"§\(number)§\"", maxSplits: 1)[0]
                #expect(before.suffix(30).contains(allowed), "\(path):\(literal.line)")
            }
        }
    }

    @Test func `a template names addresses by their paths, of features that its own may know`() throws {
        let floors = try HouseTests.floors().map { $0.map { $0.lowercased() } }
        func level(_ feature: String) throws -> Int { try #require(floors.firstIndex { $0.contains(feature) }) }
        let owners = try SwiftSource.texts("Sources/App", "swift").filter { $0.path.hasSuffix("Paths.swift") }
            .map { ($0.path.split(separator: "/").last?.dropLast(6), $0.path.feature.lowercased()) }
        #expect(owners.count > 10)
        for (path, text) in try SwiftSource.texts("Views", "html") {
            for literal in text.matches(of: #/"(/[\w?#"][^"\s]*)/#).map({ $0.1 }) {
                let isPublic = StaticPages.listed.contains { literal.hasPrefix($0.replacing("…", with: "")) }
                #expect(isPublic, "\(path): \(literal)")
            }
            let own = String(path.split(separator: "/")[1])
            for word in text.matches(of: #/[A-Z]\w+Paths/#) {
                let owner = try #require(owners.first { $0.0 == word.0 }).1
                let isKnown = try owner == own || level(owner) < level(own)
                #expect(isKnown, "\(path) names \(word.0)")
            }
        }
    }

    @Test func `every POST form of a template carries the token`() throws {
        for (path, text) in try SwiftSource.texts("Views", "html") {
            for form in text.matches(of: #/<form [^>]*method="post"[^>]*>(.*?)</form>/#.dotMatchesNewlines()) {
                // A part that is a form gets the token from its page.
                #expect(form.1.contains("{{ frame.csrf }}") || form.1.contains("{{ csrf }}"), "\(path)")
            }
        }
    }

    @Test func `only the owning feature names a table in SQL`() throws {
        let sources = try SwiftSource.texts("Sources/App", "swift")
        var owners: [String: String] = [:]
        for (path, text) in sources {
            for table in text.matches(of: #/CREATE TABLE (\w+)/#) { owners[String(table.1)] = path.feature }
        }
        // A renamed table belongs to the feature that renamed it.
        for (path, text) in sources {
            for table in text.matches(of: #/RENAME TO (\w+)/#) { owners[String(table.1)] = path.feature }
        }
        #expect(owners.count >= 7)
        for (path, text) in sources {
            for use in text.matches(of: #/(?:FROM|JOIN|INTO|UPDATE) (\w+)/#) {
                guard let owner = owners[String(use.1)], !path.hasSuffix("Schema.swift") else { continue }
                #expect(path.feature == owner, "\(path) names \(use.1) of \(owner)")
            }
        }
    }

    @Test func `a read transaction reads, pages are made after it`() throws {
        // Drawing, looking up names of places, making parts of pages, hashing.
        let work =
            #/\b[A-Z]\w*(?:Page|Part|List|Formatter|Drawing)[(.]|\b(?:basemaps|TokenHash)\.|\.(?:svg|frame)\(/#
        var count = 0
        for (path, source) in try SwiftSource.files("Sources/App") {
            for start in source.code.matches(of: #/\.read ?\(?\{/#) {
                count += 1
                let body = source.code[start.range.upperBound...].untilBrace
                let found = body.firstMatch(of: work).map { String($0.0) }
                #expect(found == nil, "\(path) makes \(found ?? "") inside a read")
            }
        }
        #expect(count > 50)
    }

    @Test func `a route has a viewer unless it is open`() throws {
        let open = try TestSite.empty().app.routes.filter { $0.access == .open }.map {
            "\($0.method.rawValue) \($0.pattern)"
        }
        #expect(
            open.sorted() == [
                "GET /", "GET /atlas/{z}/{x}/{y}", "GET /calendar.ics", "GET /confirm", "GET /groups/over",
                "GET /join", "GET /join-me/{token}", "GET /join/{word}", "GET /login",
                "GET /note-link/{token}", "GET /offline", "GET /password/forgot", "GET /password/reset", "GET /readyz",
                "GET /setup/{token}", "GET /signup", "POST /confirm",
                "POST /groups/over", "POST /join/{word}", "POST /login", "POST /logout", "POST /password/forgot",
                "POST /password/reset", "POST /setup/{token}",
                "POST /signup",
            ])
    }

    @Test func `a closed route sends visitors to the login and does nothing`() throws {
        let site = try TestSite.demo()
        for route in site.app.routes where [.signedIn, .signedInOrGuest].contains(route.access) {
            let path = route.pattern.replacing("{id}", with: "1").replacing("{username}", with: "aino_k")
            let visitor = Visitor(site)
            if route.method == .get {
                try visitor.get(path).isAt("/login?next=\(PathText.component(path))")
            } else {
                try visitor.get("/login").post(path, [("csrf", visitor.token)])
                #expect(visitor.page.plain.contains("Sign in"), "\(path)")
            }
        }
    }

    @Test func `no test is disabled`() throws {
        for (path, source) in try SwiftSource.files("Tests") {
            for word in [".disabled(", ".enabled(if: false", "#if false"] {
                #expect(!source.code.contains(word), "\(path)")
            }
        }
    }

    @Test func `random numbers in tests come from a printed seed`() throws {
        let unseeded = #/SystemRandomNumberGenerator|\.shuffled?\(\)|\.randomElement\(\)/#
        let drawn = #/\.random\(((?:[^()]|\([^()]*\))*)\)/#
        for (path, source) in try SwiftSource.files("Tests") where !path.hasPrefix("Tests/TestTools/") {
            #expect(source.code.firstMatch(of: unseeded) == nil, "\(path)")
            for call in source.code.matches(of: drawn) { #expect(call.1.contains("using:"), "\(path): \(call.0)") }
        }
    }
}

extension String {
    /// "Notes" of "Sources/App/Notes/Note.swift", "App.swift" of "Sources/App/App.swift".
    fileprivate var feature: String { String(split(separator: "/")[2]) }
}

extension Substring {
    /// What stands before the brace that closes one opened earlier.
    fileprivate var untilBrace: Substring {
        var depth = 1
        return prefix { character in
            if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
            return depth > 0
        }
    }
}
