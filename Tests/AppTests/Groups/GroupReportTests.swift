import Database
import Proximity
import Testing

@testable import App

/// Reports of messages in groups and of what a group is called, and what administrators do about a guest.
struct GroupReportTests {
    private let site: TestSite
    private let aino: Visitor
    private let mikko: Visitor
    private let keeper: Visitor
    private let id: ID<FriendGroup>

    init() throws {
        site = try TestSite.empty()
        (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        keeper = try site.administrator()
        id = try site.makeGroup("Rude name", by: "mikko")
        try site.join(id, try site.account("aino_k"))
    }

    private func say(_ text: String, _ name: String) throws -> ID<Message> {
        try site.write(text, into: id, from: try site.account(name))
    }

    private func report(_ message: ID<Message>) -> String { GroupPaths.chat(id).report(message) }

    @Test func `administrators read a reported message with up to four before it, and nothing later`() throws {
        for number in 1...6 { _ = try say("line \(number)", "mikko") }
        let bad = try say("The bad one", "mikko")
        _ = try say("Much later", "mikko")
        try aino.get(report(bad)).sees("The bad one", "mikko won’t be told").seesNot("line 1")
        try aino.press(report(bad), [("reason", "He means me.")]).isAt(GroupPaths.messages(id)).sees("Thank you")
        try keeper.get("/admin/reports").sees("A message in a group", "He means me.", "mikko: The bad one", "line 6")
            .seesNot("line 2", "Much later")
    }

    @Test func `a report stays when the message and the group are gone`() throws {
        let bad = try say("The bad one", "mikko")
        try aino.press(report(bad), [("reason", "x")])
        try mikko.press(GroupPaths.chat(id).delete(bad))
        try mikko.press(GroupPaths.end(id))
        site.app.runJobs()
        try keeper.get("/admin/reports").sees("mikko: The bad one")
    }

    @Test func `nobody reports their own words, deleted ones, those of another group or of somebody hidden`() throws {
        let own = try say("My own", "aino_k")
        try aino.get(report(own)).gets(404).press(report(own), [("reason", "x")]).gets(404)
        let deleted = try say("Deleted", "mikko")
        try mikko.press(GroupPaths.chat(id).delete(deleted))
        try aino.press(report(deleted), [("reason", "x")]).gets(404)
        let other = try site.makeGroup("Other", by: "mikko")
        let far = try site.write("Far", into: other, from: try site.account("mikko"))
        try aino.press(report(far), [("reason", "x")]).gets(404)
        let hidden = try say("Hidden", "mikko")
        try mikko.get("/people/aino_k").submit("/people/aino_k/block")
        try aino.press(report(hidden), [("reason", "x")]).gets(404)
        try site.newAccount("stranger").press(report(hidden), [("reason", "x")]).gets(404)
        try keeper.get("/admin/reports").sees("No open reports")
    }

    @Test func `what stands before a reported message is only what the reporter sees`() throws {
        let leena = try site.newAccount("leena")
        try site.join(id, try site.account("leena"))
        _ = try say("From somebody hidden", "leena")
        let bad = try say("The bad one", "mikko")
        try leena.get("/people/aino_k").submit("/people/aino_k/block")
        try aino.press(report(bad), [("reason", "x")])
        try keeper.get("/admin/reports").sees("The bad one").seesNot("From somebody hidden", "leena")
    }

    @Test func `a report without a reason comes back with what is missing`() throws {
        let bad = try say("The bad one", "mikko")
        try aino.press(report(bad)).gets(422).sees("Say what happened.", "The bad one")
        try aino.press(GroupPaths.report(id)).gets(422).sees("Say what happened.", "Rude name")
    }

    @Test func `a group's name is reported with its maker, also by a guest and by who waits, not by its maker`() throws
    {
        let guest = try site.guest("Sam")
        try site.join(id, guest.id)
        try guest.visitor.get(GroupPaths.report(id)).sees("Rude name")
        try guest.visitor.press(GroupPaths.report(id), [("reason", "It is rude.")])
        try keeper.get("/admin/reports").sees(
            "The name of a group", "It is rude.", "Rude name", "From a guest", "Suspend mikko")
        try mikko.get(GroupPaths.report(id)).gets(404).press(GroupPaths.report(id), [("reason", "x")]).gets(404)
        try site.newAccount("stranger").get(GroupPaths.report(id)).gets(404)
        let asked = try site.makeGroup("Closed circle", by: "mikko", approve: true)
        try site.join(asked, try site.account("aino_k"))
        try aino.press(GroupPaths.report(asked), [("reason", "y")])
        try keeper.get("/admin/reports").sees("Closed circle")
    }

    @Test func `an administrator ends the visit of a guest, who is gone from the group at once`() throws {
        let guest = try site.guest("Sam")
        try site.join(id, guest.id)
        let bad = try site.write("Not nice", into: id, from: guest.id)
        try aino.press(report(bad), [("reason", "x")])
        try keeper.get("/admin/reports").sees("Sam (guest): Not nice", "End the visit of").seesNot("Suspend")
        #expect(!keeper.page.links.contains("/admin/people/guest"))
        let form = try #require(keeper.page.forms.first { $0.action.hasSuffix("/end-visit") })
        try keeper.submit(form.action).sees("is signed out and gone").seesNot("End the visit of")
        try keeper.get("/admin/audit").sees("ended the visit of")
        #expect(try site.guests().isEmpty)
        try guest.visitor.get(GroupPaths.messages(id)).sees("Welcome back")
        let names = try site.app.site.database.read { database in
            try GroupMemberQueries.members(database, of: id).map { $0.person.name }
        }
        #expect(names == ["mikko", "aino_k"])
        // Twice does nothing more, and nobody else is ended that way.
        try keeper.press(form.action).gets(404)
        try aino.press(form.action).gets(404)
    }
}
