import Database
import Testing

@testable import App

extension PlanTests {
    /// Chats in all their states, and of people who leave.
    func visitChats(_ site: TestSite) throws {
        let site = try site.copy()
        let noor = try site.member("noor_h")
        let left = site.leftName(try site.account("noor_h"))
        let own = try site.say("One", from: "noor_h", to: "sofia")
        let received = try site.say("Two", from: "sofia", to: "noor_h", reply: own.id)
        try noor.press("messages/\(received.id)/report", "sofia", [("reason", "x")])
        try noor.press("messages/\(own.id)/delete", "sofia")
        try site.say("May I?", from: "leena", to: "noor_h")
        try site.say("May I?", from: "elias", to: "noor_h")
        try noor.press("accept", "leena")
        for verb in ["decline", "restore"] { try noor.press(verb, "elias") }
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
}
