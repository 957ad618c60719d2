import Database
import Foundation
import Media
import Proximity

@testable import App

extension TestSite {
    /// Leaves a relic whose file is stored nowhere.
    @discardableResult
    func leaveRelic(
        _ formKey: String, from maker: ID<Account>, at place: Coordinate, in database: Writer,
        _ change: (inout NewRelic) -> Void = { _ in }
    ) throws -> ID<Relic> {
        let name = TestSite.mediaName("\(maker)\(formKey)")
        var relic = NewRelic(
            media: name, kind: .photo, description: "secret words", coordinate: place, lifetime: .forever,
            formKey: formKey)
        change(&relic)
        let (purpose, kind) = [
            Relic.Kind.photo: ("photo", "image"), .video: ("clip", "video"), .sound: ("song", "audio"),
        ][relic.kind]!
        try database.execute(
            """
            INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
            VALUES (\(name.text), \(maker), \(purpose), \(kind), 1, \(now))
            """)
        return try RelicQueries.insert(database, relic, maker: maker, zone: .gmt, at: now)
    }

    @discardableResult
    func leaveRelic(
        _ formKey: String, from maker: String, at place: Coordinate, _ change: (inout NewRelic) -> Void = { _ in }
    ) throws -> ID<Relic> {
        let maker = try account(maker)
        return try app.site.database.write { try leaveRelic(formKey, from: maker, at: place, in: $0, change) }
    }

    /// A name that no file has.
    private static func mediaName(_ text: String) -> MediaName {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        var number: UInt64 = 14_695_981_039_346_656_037
        let name = (0..<26).map { turn -> Character in
            for byte in text.utf8 + [UInt8(turn)] { number = (number ^ UInt64(byte)) &* 1_099_511_628_211 }
            return letters[Int(number >> 40) % 32]
        }
        return MediaName(String(name))!
    }
}

extension Visitor {
    /// What the answer to the last position lists.
    var events: [(kind: String, url: String, title: String)] {
        page.text.matches(of: /{"kind":"([^"]+)","title":"([^"]+)","url":"([^"]+)"}/).map {
            (String($0.output.1), String($0.output.3).replacing("\\/", with: "/"), String($0.output.2))
        }
    }
}
