import Database
import Foundation
import HTTP
import PositionSources
import Proximity
import Testing

@testable import App

/// Phone apps as their owner handles them.
struct PhoneAppTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    @Test func `a token is shown once, with what the app needs, and is stored as a hash`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino, .owntracks, name: "Aino’s phone")
        aino.sees("Aino’s phone", "OwnTracks, for iPhone and Android", "Waiting for the first point", "shown only now")
        #expect(phone.token.count == 43)
        let text = aino.page.text
        let link = try #require(aino.page.links.first { $0.hasPrefix("owntracks:///config?inline=") })
        let inline = try #require(link.split(separator: "=", maxSplits: 1).last?.removingPercentEncoding)
        let json = try #require(Data(base64Encoded: inline))
        let configuration = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(configuration["_type"] as? String == "configuration" && configuration["mode"] as? Int == 3)
        #expect(configuration["url"] as? String == "http://localhost:8080/ingest/owntracks")
        #expect(configuration["password"] as? String == phone.token && configuration["auth"] as? Bool == true)
        #expect(configuration["username"] as? String == "aino_k" && (configuration["tid"] as? String)?.count == 2)
        #expect(text.contains("<svg") && text.contains("QR code that sets up OwnTracks"))
        try aino.get("/settings/devices/\(phone.id)").sees("The token was shown once")
        #expect(!aino.page.text.contains(phone.token) && !aino.page.text.contains("data-token"))
        let dump = "\(try site.everythingStored())"
        #expect(!dump.contains(phone.token) && dump.contains(TokenHash.of(phone.token)))
    }

    @Test(arguments: [
        (PositionSource.overland, "overland://setup?url=http%3A%2F%2Flocalhost%3A8080%2Fingest%2Foverland&token="),
        (.osmand, "/ingest/osmand/TOKEN?lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"),
        (.traccar, "http://localhost:8080/ingest/traccar/TOKEN"),
        (.gpslogger, "/ingest/gpslogger/TOKEN?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&acc=%ACC"),
    ])
    func `each app gets the link or the address that it understands`(source: PositionSource, expected: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        let phone = try Phone(aino, source)
        let text = aino.page.text.replacing("&amp;", with: "&")
        #expect(text.contains(expected.replacing("TOKEN", with: phone.token)))
    }

    @Test func `a new token ends the old one, and a page fetched ahead does not use it up`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino)
        let path = "/settings/devices/\(phone.id)"
        try aino.get(path).submit("\(path)/renew")
        let renewed = try Phone.token(on: aino.page)
        #expect(renewed != phone.token)
        #expect(try phone.send().status == 401)
        #expect(try phone.send("", .post, [("Authorization", "Bearer \(renewed)")]).status == 200)
        let cookie = try aino.post("\(path)/renew", [("csrf", aino.token)]).cookies["token"]
        #expect(cookie == nil)
        let ahead = try ahead(path, aino)
        #expect(!ahead.contains("data-token") && ahead.contains("The token was shown once"))
    }

    /// What a browser gets that fetches a page in case its person goes there.
    private func ahead(_ path: String, _ visitor: Visitor) throws -> String {
        guard case .bytes(let bytes) = try visitor.fetch(path, [("Sec-Purpose", "prefetch")]).body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `what is wrong with the form is said beside the field`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for (name, app, words) in [
            ("", "owntracks", "Give the phone a name"), ("x", "telegram", "Choose one of these apps."),
            (String(repeating: "x", count: 61), "osmand", "60 characters at most"),
            ("\u{202E}x", "osmand", "can’t be shown"),
        ] {
            try aino.get("/settings/devices").fill("name", name).fill("app", app).submit("/settings/devices").gets(422)
                .sees(words)
        }
        for number in 1...Devices.mostApps { _ = try Phone(aino, name: "Phone \(number)") }
        try aino.get("/settings/devices").fill("name", "One more").submit("/settings/devices").gets(422)
            .sees("that’s as many as fit")
        try aino.submit("/settings/devices/delete").sees("No phone app can send your position any more.")
            .seesNot("Phone 7")
    }

    @Test func `a phone app is renamed, paused and ended, and its page says so`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino)
        let path = "/settings/devices/\(phone.id)"
        try phone.stand(at: oodi)
        try aino.get(path).sees("Sending", "±8 m", "80 %", "Points today 1")
        #expect(aino.page.text.contains("data-live=\"device-\(phone.id)\""))
        #expect(aino.page.text.contains(#/<time datetime="2026-11-21T12:00:00/#))
        try aino.fill("name", "").submit("\(path)/rename").gets(422).sees("Give the phone a name")
        try aino.get(path).fill("name", "Pocket").submit("\(path)/rename").sees("Saved.", "Pocket")
        try aino.submit("\(path)/pause").sees("Paused")
        site.wait(seconds: 60)
        try phone.stand(at: oodi)
        #expect(try phone.stored().count == 1)
        try aino.get(path).sees("One point came while you had paused this app.")
        try aino.submit("\(path)/pause").sees("The app’s positions count again.")
        site.wait(seconds: 60)
        try phone.stand(at: oodi)
        #expect(try phone.stored().count == 2)
        try aino.get(path).submit("\(path)/forget").sees("The positions of that device are deleted.", "Pocket")
        try aino.get(path).sees("Waiting for the first point").submit("\(path)/delete")
        aino.sees("“Pocket” can’t send any more, and its positions are deleted.")
        #expect(try phone.send().status == 401)
        try aino.get(path).gets(404)
    }

    @Test func `a phone app is paused and let send by known values alone`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let path = "/settings/devices/\(try Phone(aino).id)"
        for isPaused in [false, true] {
            for value in ["", "2", "on", "true", "01", "\u{1F600}"] {
                try aino.get(path).post("\(path)/pause", [("csrf", aino.token), ("on", value)]).gets(422)
                    .sees("We don’t know that choice.")
            }
            try aino.post("\(path)/pause", [("csrf", aino.token)]).gets(422)
            #expect(try aino.get(path).page.plain.contains("Let it send again") == isPaused)
            if !isPaused { try aino.submit("\(path)/pause").sees("Let it send again") }
        }
    }

    @Test func `nobody else sees, changes or ends a phone app`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let phone = try Phone(aino)
        let path = "/settings/devices/\(phone.id)"
        try mikko.get(path).gets(404)
        for action in ["renew", "pause", "rename", "delete", "forget"] {
            try mikko.get("/settings/devices").post("\(path)/\(action)", [("csrf", mikko.token), ("name", "x")]).gets(
                404)
        }
        try mikko.get("/settings/devices/0").gets(404).get("/settings/devices/x").gets(404)
        #expect(try phone.send().status == 200)
    }

    @Test func `the owner is told by mail, and a suspended or deleted account cannot send`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino, name: "Spare")
        site.app.runJobs()
        let outbox = try FileManager.default.contentsOfDirectory(atPath: site.folder + "/outbox")
        let mails = try outbox.map { try String(contentsOfFile: "\(site.folder)/outbox/\($0)", encoding: .utf8) }
        #expect(mails.contains { $0.contains("A phone app can now send your position") })
        let account = try site.account("aino_k")
        try site.suspend(account)
        #expect(try phone.send().status == 401)
        try site.unsuspend(account)
        #expect(try phone.send().status == 200)
        try site.member("aino_k").get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        #expect(try phone.send().status == 401)
    }

    @Test func `what is older than its owner keeps is not stored`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings").fill("retention_h", "24").submit("/settings/preferences")
        let phone = try Phone(aino, .overland)
        let times = [30.0, 25, 23, 1].map { site.now - $0 * 3_600 }
        try phone.send(Phone.batch(times.map { (place: oodi, time: $0) }))
        #expect(try phone.stored() == Array(times.suffix(2)))
        #expect(try phone.refused().isEmpty)
    }

    @Test func `a phone app stays when it is silent, and its positions go as its owner wants`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let phone = try Phone(aino)
        try phone.stand(at: oodi)
        for _ in 0..<3 {
            site.wait(seconds: 25 * 3_600)
            site.sweep()
        }
        #expect(try phone.stored().isEmpty)
        try site.member("aino_k").get("/settings/devices").sees("My phone", "No positions kept")
        #expect(try phone.send().status == 200)
    }
}
