import Database
import Media
import TestTools
import Testing

@testable import App

extension PlanTests {
    /// Chats in all their states, and of people who leave.
    func visitChats(_ site: TestSite) throws {
        let site = try site.copy()
        try visitAttachments(site)
        let noor = try site.member("noor_h")
        let left = site.leftName(try site.account("noor_h"))
        let own = try site.say("One", from: "noor_h", to: "sofia")
        let received = try site.say("Two", from: "sofia", to: "noor_h", reply: own.id)
        try noor.press("messages/\(received.id)/report", name: "sofia", more: [("reason", "x")])
        try noor.press("messages/\(own.id)/delete", name: "sofia")
        try site.say("May I?", from: "leena", to: "noor_h")
        try site.say("May I?", from: "elias", to: "noor_h")
        try noor.press("accept", name: "leena")
        for verb in ["decline", "restore"] { try noor.press(verb, name: "elias") }
        try noor.get("/notices").get("/settings/visibility").get("/chats/sofia").get("/chats/sofia?before=2")
        try noor.get("/chats/sofia?from=1")
        try site.unfriend("noor_h", "sofia")
        try site.say("Again?", from: "noor_h", to: "sofia")
        try site.block("elias", "noor_h")
        try noor.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        try noor.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
        try site.member("leena").get("/chats/\(left)")
    }

    /// A photo, a voice message, a card of each kind, an answer to a message, and who chooses whom to send a card.
    private func visitAttachments(_ site: TestSite) throws {
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.get("/chats/mikko").upload(
            "/chats/mikko", field: "photo", file: PictureTests.icon, named: "p.png",
            fields: [("csrf", aino.token), ("key", "photo")])
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try site.app.site.database.write { _ = try ConversationQueries.replaceSound($0, sound, with: sound) }
        let place = MapPaths.view(of: DemoCast.Place.oodi.coordinate, zoom: 16)
        for card in ["/notes/1", "/relics/1", "/people/leena", place] {
            try aino.post("/chats/mikko", [("csrf", aino.token), ("card", card)])
            try aino.get(ChatPaths.share(card))
        }
        let sender = try site.account("aino_k")
        let photo = try #require(
            site.app.site.database.read { try ConversationQueries.sent($0, by: sender, formKey: "photo") })
        for _ in 0..<3 {
            try mikko.get("/chats/aino_k").post(
                "/chats/aino_k/messages/\(photo.id)/reactions", [("csrf", mikko.token), ("emoji", "🔥")])
        }
        try mikko.get("/chats/aino_k?reply_to=\(photo.id)").get("/chats/aino_k/messages?from=1&viewed=1")
        let name: String? = try site.app.site.database.read {
            try $0.value("SELECT photo FROM message WHERE id = \(photo.id)")
        }
        _ = try mikko.fetch("/media/\(name ?? "")/small")
    }
}
