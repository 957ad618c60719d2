import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// A relic that Leena left, and how people come to it.
struct RelicWorld {
    let site: TestSite
    let id: ID<Relic>

    static let place = DemoCast.Place.university.coordinate
    static let password = "icicle"

    /// Some hundred metres away.
    static let away = place.destination(bearing: 90, distance: 180)

    var path: String { RelicPaths.relic(id) }

    /// A demo world in which Leena has left a relic.
    init(
        locked: Bool = true, maker: String = "leena", _ change: (inout NewRelic) -> Void = { _ in }
    ) throws {
        try self.init(try TestSite.demo(), locked: locked, maker: maker, change)
    }

    init(
        _ site: TestSite, locked: Bool = true, maker: String = "leena", _ change: (inout NewRelic) -> Void = { _ in }
    ) throws {
        self.site = site
        let media = try RelicWorld.draft(site, of: maker)
        var relic = NewRelic(
            media: media, kind: .photo, description: "It froze in the night.\nWatch the left side.",
            coordinate: RelicWorld.place, formKey: "world")
        if locked { relic.password = try site.app.accounts.hasher.hash(RelicWorld.password, as: .stranger).text }
        change(&relic)
        id = try site.app.relics.create(relic, from: try site.account(maker), zone: .gmt, site.now)
    }

    /// A stored file that no relic shows yet.
    static func draft(
        _ site: TestSite, of maker: String, _ bytes: [UInt8] = PictureTests.icon
    ) throws -> MediaName {
        let (owner, uploads) = (try site.account(maker), site.app.uploads)
        let path = "\(uploads.submissions)/relic.png"
        try FileManager.default.createDirectory(atPath: uploads.submissions, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let prepared = try uploads.processor.take(path, asOneOf: [.photo])
        return try uploads.keep(prepared, of: owner, site.now) { database, name in
            try DraftQueries.insert(database, name, of: owner, for: Relics.draftPurpose, at: site.now)
        }
    }

    /// Somebody signed in who stands at the relic.
    func there(_ name: String) throws -> Visitor { try site.member(name).stand(at: RelicWorld.place) }

    /// Somebody who has opened it with its password.
    func opener(_ name: String) throws -> Visitor {
        let visitor = try there(name)
        try visitor.get(path).fill("password", RelicWorld.password).submit("\(path)/unlock")
        return visitor.gets(200).sees("It froze in the night.")
    }

    /// The addresses of its file.
    var files: [String] {
        get throws {
            let name: String? = try site.app.site.database.read {
                try $0.value("SELECT media FROM relic WHERE id = \(id)")
            }
            return [MediaSize.original, .large, .medium, .small].compactMap { MediaPaths.of(name, $0) }
        }
    }

    /// What a table holds of it.
    func count(_ table: SQL) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM \(table) WHERE relic_id = \(id)") }
    }
}

extension Visitor {
    /// The raw response, with its cookies and, with a form, the token of the last page; follows nothing.
    func ask(
        _ method: HTTP.Method, path: String, fields: [(String, String)] = [], form: [(String, String)] = []
    ) throws -> Response {
        let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        var headers = Headers([("Host", "localhost:8080"), ("Cookie", cookie)] + fields)
        if headers["accept"] == nil { headers.add("Accept", "text/html") }
        var body = HTTP.Body.empty
        if method == .post {
            headers.add("Content-Type", "application/x-www-form-urlencoded")
            let pairs = ([("csrf", token)] + form).map {
                "\(PathText.component($0.0))=\(PathText.component($0.1))"
            }
            body = .bytes(Array(pairs.joined(separator: "&").utf8))
        }
        return site.app.respond(to: try Request(method: method, target: path, headers: headers, body: body))
    }
}
