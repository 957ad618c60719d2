import Database
import Foundation
import Proximity
import Testing
import WebPush

@testable import App

/// All that ever leaves the site for a device: a list of what the messages of each kind hold.
struct PushListTests {
    /// By kind: what a message holds, with `ID` for numbers, then `Urgency` and `TTL` when it is sent at once. A new kind
    /// of notices belongs here, and so does each change of what one says.
    private static let list = [
        "chat.message": """
        {"dir":"auto","lang":"en","navigate":"BASE/chats/mikko","tag":"chat.message-ID",\
        "title":"mikko wrote to you"} normal 86400
        """,
        "daily.comment": """
        {"dir":"auto","lang":"en","navigate":"BASE/moments/ID","tag":"daily.comment",\
        "title":"mikko commented on your photo of the day"} normal 86400
        """,
        "daily.open": """
        {"dir":"auto","lang":"en","navigate":"BASE/daily/new","tag":"daily.open",\
        "title":"Time for today’s photo"} high 300
        """,
        "daily.reaction": """
        {"dir":"auto","lang":"en","navigate":"BASE/moments/ID","silent":true,"tag":"daily.reaction",\
        "title":"mikko reacted to your photo of the day"} low 86400
        """,
        "announcement": """
        {"dir":"auto","lang":"en","navigate":"BASE/announcements/ID","tag":"announcement-ID",\
        "title":"An announcement for everybody"} normal 86400
        """,
        "export.ready": """
        {"dir":"auto","lang":"en","navigate":"BASE/settings/export","tag":"export.ready",\
        "title":"Your export is ready"} normal 86400
        """,
        "friend.accepted": """
        {"dir":"auto","lang":"en","navigate":"BASE/people/answerer","tag":"friend.accepted",\
        "title":"answerer is your friend now"} normal 86400
        """,
        "friend.asked": """
        {"dir":"auto","lang":"en","navigate":"BASE/friends","tag":"friend.asked",\
        "title":"asker wants to be friends"} normal 86400
        """,
        "note.found": """
        {"dir":"auto","lang":"en","navigate":"BASE/notes/ID","tag":"note.found",\
        "title":"You found a note from mikko"} normal 86400
        """,
        "note.opened": """
        {"dir":"auto","lang":"en","navigate":"BASE/notes/ID","tag":"note.opened",\
        "title":"mikko opened your note"} normal 86400
        """,
        "note.waiting": """
        {"dir":"auto","lang":"en","navigate":"BASE/notes/ID/waiting","tag":"note.waiting",\
        "title":"A note from leena is waiting for you"} normal 86400
        """,
        "push.test": """
        {"dir":"auto","lang":"en","navigate":"BASE/settings/notices","tag":"push.test",\
        "title":"Notifications from Cairn reach this device"} high 600
        """,
        "relic.near": """
        {"dir":"auto","lang":"en","navigate":"BASE/relics/ID","silent":true,"tag":"relic.near",\
        "title":"A photo from mikko is here"} low 86400
        """,
        "relic.visited": """
        {"dir":"auto","lang":"en","navigate":"BASE/relics/ID","tag":"relic.visited",\
        "title":"mikko signed your relic’s book"} normal 86400
        """,
        "zone.entered": """
        {"dir":"auto","lang":"en","navigate":"BASE/zones/ID","silent":true,"tag":"zone.entered","title":"You are in Kallio"} \
        low 86400
        """,
    ].merging(PushListGroups.list) { first, _ in first }

    private let site: TestSite
    private let aino: Visitor
    private let phone: PushDevice
    private let place = RelicMapTests.place

    init() throws {
        site = try TestSite.demo()
        aino = try site.member("aino_k")
        phone = try PushDevice("phone")
        try aino.subscribe(phone)
        try aino.get("/settings/notices").fill("relic.near.push", "on").fill("zone.entered.push", "on").fill(
            "group.ended.push", "on"
        )
        .fill("group.silent.push", "on").submit("/settings/notices")
    }

    /// Lets everything happen that Aino is told of, with secrets wherever people write something.
    private func live() throws {
        try site.say("secret words", from: "mikko", to: "aino_k")
        try site.newAccount("asker").get("/people/aino_k").submit("/friends/requests")
        let answerer = try site.newAccount("answerer")
        try aino.get("/people/answerer").submit("/friends/requests")
        let accept = try #require(answerer.get("/friends").page.forms.first { $0.action.hasSuffix("/accept") })
        try answerer.submit(accept.action)
        try site.leaveRelic("near", from: "mikko", at: place)
        try site.makeZone("Kallio", latitude: place.latitude, longitude: place.longitude, radius: 30)
        let found = NewNote(
            text: "secret words", coordinate: place, recipients: ["aino_k"], formKey: "found")
        _ = try site.app.notes.create(found, from: try site.account("mikko"), zone: .gmt, site.now)
        try aino.stand(at: place)
        try sign()
        try answer()
        try PushListGroups.live(aino, phone)
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let device = try #require(site.pushSubscriptions("aino_k").first)
        try aino.get("/settings/notices").post(PushPaths.test(device.id), [("csrf", aino.token)])
        _ = try phone.messages(site)
        try open()
        try remind()
        try site.administrator().get("/admin/announcements").fill("text", "secret words").submit("/admin/announcements")
        site.app.runJobs()
        _ = try phone.messages(site)
        try site.openWindow()
    }

    private func sign() throws {
        let relic = try site.leaveRelic("own", from: "aino_k", at: place)
        try site.openRelic(relic, by: "mikko")
        try site.signRelic(relic, "secret words", by: "mikko")
        let id = try site.account("aino_k")
        try site.app.site.database.write { database in
            let visit = try database.value("SELECT id FROM relic_visit WHERE relic_id = \(relic)", as: Int64.self)
            try site.app.notices.notify(database, Relics.visited, subject: visit ?? 0, to: id, at: site.now)
        }
    }

    /// Mikko answers to a photo of the day of Aino's.
    private func answer() throws {
        let id = try site.addPhoto("aino_k", on: "2026-11-10", caption: "secret words")
        let mikko = try site.member("mikko").get(DailyPaths.post(id))
        try mikko.post(
            DailyPaths.comments(id), [("csrf", mikko.token), ("text", "secret words"), ("key", "answer")])
        try mikko.post(DailyPaths.reactions(id), [("csrf", mikko.token), ("emoji", "🔥")])
    }

    /// Mikko opens a note of Aino's.
    private func open() throws {
        let place = place.destination(bearing: 0, distance: 20_000)
        let new = NewNote(text: "secret words", coordinate: place, recipients: ["mikko"], formKey: "opened")
        let note = try site.app.notes.create(new, from: try site.account("aino_k"), zone: .gmt, site.now)
        site.wait(seconds: 7_200)
        try site.member("mikko").stand(at: place).get(NotePaths.note(note)).gets(200)
        site.wait(seconds: HalfHour.seconds)
        _ = try phone.messages(site)
    }

    /// Aino does not find a note of Leena's.
    private func remind() throws {
        try site.app.site.database.write { try $0.execute("UPDATE delivery SET remind_at = NULL") }
        let new = NewNote(
            text: "secret words", coordinate: place.destination(bearing: 0, distance: 40_000), recipients: ["aino_k"],
            formKey: "waiting")
        _ = try site.app.notes.create(new, from: try site.account("leena"), zone: .gmt, site.now)
        site.wait(seconds: NoteReminders.week + 3_600)
        try site.app.notes.remind(site.now)
        _ = try phone.messages(site)
    }

    private var kinds: [String] { site.app.notices.allKinds.map(\.name) + [PushTest.kind] }

    @Test func `the list names every kind, and what its messages hold`() throws {
        try live()
        #expect(Set(PushListTests.list.keys) == Set(kinds))
        var seen: [String: String] = [:]
        for message in try phone.messages(site) {
            let text = try phone.open(message)
            let start = #"{"notification":"#
            let end = #","web_push":8030}"#
            #expect(text.hasPrefix(start) && text.hasSuffix(end))
            let inner = text.dropFirst(start.count).dropLast(end.count)
                .replacing(site.app.site.settings.baseURL, with: "BASE").replacing(#/\d{5,}/#, with: "ID")
            let named = kinds.filter { inner.contains("\"tag\":\"\($0)") }
            let kind = try #require(named.max { $0.count < $1.count }, "\(inner)")
            seen[kind] = "\(inner) \(message.urgency) \(message.timeToLive)"
        }
        for kind in kinds { #expect(seen[kind] == PushListTests.list[kind], "\(kind)") }
    }

    @Test func `no message tells a text, a place or a time`() throws {
        try live()
        for message in try phone.messages(site) {
            let text = try phone.open(message)
            #expect(!text.contains("secret") && !text.contains("Watch the left side"), "\(text)")
            #expect(!text.contains("\"body\""), "\(text)")
            // Neither coordinates nor clock times nor days.
            #expect(text.firstMatch(of: #/\d+\.\d+|\d{1,2}:\d\d|\b20\d\d-\d\d/#) == nil, "\(text)")
            for place in DemoCast.Place.allCases { #expect(!text.contains("\(place)"), "\(text)") }
        }
    }

    @Test func `words of a chat are in a message only for who lets them leave the site`() throws {
        try site.setChats(of: "aino_k", "tells_text", to: true)
        try site.say("Meet me \"there\"", from: "mikko", to: "aino_k")
        let shown = try #require(try phone.shown(site).first)
        #expect(shown.title == "mikko wrote to you" && shown.body == "mikko: Meet me \"there\"")
        // A stranger's words do not.
        _ = try site.newAccount("stranger")
        try site.say("Buy this", from: "stranger", to: "aino_k")
        let last = try #require(try phone.shown(site).last)
        #expect(last.title == "stranger asks to write to you" && last.body == nil)
    }

    @Test func `the longest words fit, and control characters stay out`() throws {
        let words = String(repeating: "\"\u{1}👩‍👩‍👧‍👦", count: 500)
        let text = NoticeText(title: words, path: "/notes/1", outside: words)
        let notice = Notice(id: ID(rawValue: 1), kind: "test", subject: 1, raisedAt: site.now, isRead: false)
        let payload = PushPayload(
            ShownNotice(notice: notice, icon: "", text: text), PushOptions(), baseURL: "https://example.org")
        let json = try payload.json
        #expect(json.count < PushEncryption.maximumBytes && !json.contains(1))
    }
}
