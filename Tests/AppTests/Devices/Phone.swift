import Database
import Foundation
import HTTP
import PositionSources
import Proximity
import Testing

@testable import App

/// A phone with an app that sends its owner's positions.
struct Phone {
    let site: TestSite
    let source: PositionSource
    let id: ID<Device>
    let token: String

    /// Adds the app to its owner's devices by the form.
    init(_ owner: Visitor, _ source: PositionSource = .owntracks, name: String = "My phone") throws {
        (site, self.source) = (owner.site, source)
        try owner.get("/settings/devices").fill("name", name).fill("app", source.rawValue).submit("/settings/devices")
        id = try #require(ID<Device>(String(owner.page.path.split(separator: "/").last ?? "")))
        token = try Phone.token(on: owner.page)
    }

    /// The token that a page shows.
    static func token(on page: Page) throws -> String {
        String(try #require(page.text.firstMatch(of: #/data-token="([^"]+)"/#), "\(page.path)").1)
    }

    var bearer: [(String, String)] { [("Authorization", "Bearer \(token)")] }

    /// Sends a body, by default to the app's own address and with its token.
    @discardableResult
    func send(
        _ body: String = "", _ method: HTTP.Method = .post, to path: String? = nil, query: String = "",
        _ headers: [(String, String)]? = nil, type: String = "application/json"
    ) throws -> Page {
        let path = path ?? "/ingest/\(source.rawValue)"
        let all = [("Host", "localhost:8080"), ("Content-Type", type)] + (headers ?? bearer)
        let request = try Request(
            method: method, target: path + (query.isEmpty ? "" : "?\(query)"), headers: Headers(all),
            body: body.isEmpty ? .empty : .bytes(Array(body.utf8)))
        let response = site.app.respond(to: request)
        var text = ""
        if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
        return Page(path: path, status: response.status.rawValue, headers: response.headers, text: text)
    }

    /// A point of OwnTracks at a time, by default now.
    static func location(
        _ place: Coordinate, _ time: Timestamp, accuracy: Double = 8, _ more: String = ""
    ) -> String {
        """
        {"_type":"location","lat":\(place.latitude),"lon":\(place.longitude),"tst":\(time.milliseconds / 1_000),\
        "tid":"ak","acc":\(accuracy),"batt":80\(more)}
        """
    }

    /// A batch of Overland.
    static func batch(_ points: [(place: Coordinate, time: Timestamp)]) -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let features = points.map { point in
            let time = Date(timeIntervalSince1970: Double(point.time.milliseconds) / 1_000).formatted(style)
            return """
                {"type":"Feature","geometry":{"type":"Point","coordinates":[\(point.place.longitude),\
                \(point.place.latitude)]},"properties":{"timestamp":"\(time)",\
                "horizontal_accuracy":8,"battery_level":0.5}}
                """
        }
        return #"{"locations":["# + features.joined(separator: ",") + "]}"
    }

    /// Sends where the phone is now.
    @discardableResult
    func stand(at place: Coordinate, accuracy: Double = 8) throws -> Page {
        let page = try send(Phone.location(place, site.now, accuracy: accuracy))
        #expect(page.status == 200)
        return page
    }

    /// The times of its stored positions, in the order in which they were stored.
    func stored() throws -> [Timestamp] {
        try site.app.site.database.read {
            try $0.all("SELECT taken_at FROM position WHERE device_id = \(id) ORDER BY id") { try $0["taken_at"] }
        }
    }

    /// What was refused of it: reasons with their numbers.
    func refused() throws -> [ReportRefusal: Int] {
        let all = try site.app.site.database.read { try PhoneAppQueries.refused($0, of: id, site.now) }
        return Dictionary(all.map { ($0.reason, $0.count) }) { first, _ in first }
    }
}
