import Database
import Proximity
import Testing

@testable import App

/// What a member does about a call for help.
struct AnsweredAlertTests {
    private let outing: GroupOuting
    private var id: ID<FriendGroup> { outing.door.id }

    init() throws {
        outing = try .gathered()
    }

    @Test func `what one has answered is one line, which leads to the rest, and for nobody else`() throws {
        try outing.call("leena")
        let leena = try outing.member("leena").id
        let fields = [("member", "\(leena)"), ("text", "On my way")]
        try outing.act("mikko", GroupPaths.answer(id), fields).gets(200)
        func alert(_ name: String) throws -> String {
            let text = try outing.visitor(name).get("/archive").page.text
            let found = try #require(text.firstMatch(of: /<section class="alert [^"]*help[\s\S]*?<\/section>/))
            return String(found.output)
        }
        let (answered, open) = (try alert("mikko"), try alert("aino_k"))
        #expect(answered.contains("is-answered") && answered.contains("leena needs help"))
        #expect(answered.contains("You: On my way") && answered.contains(GroupPaths.seen(id)))
        #expect(answered.contains("href=\"\(GroupPaths.member(id, leena))\""))
        for words in ["The way there", "Write", "Leave the group", "Last seen", "data-answer"] {
            #expect(!answered.contains(words) && open.contains(words), "\(words)")
        }
        #expect(!open.contains("is-answered"))
        // Whoever calls again is not answered yet.
        try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200)
        try outing.call("leena")
        #expect(try !alert("mikko").contains("is-answered"))
    }

    @Test func `an answer leads to who called on the map, or back`() throws {
        try outing.call("leena")
        let leena = try outing.member("leena").id
        let fields = [("member", "\(leena)"), ("text", "On my way")]
        try outing.act("mikko", GroupPaths.answer(id), fields + [("then", "map")]).gets(200)
        let mikko = try outing.visitor("mikko").isAt(GroupPaths.member(id, leena))
        mikko.sees("Asks for help", "The way there", "On OpenStreetMap")
        // Sent twice it leads there as well, and anything else to the group.
        try outing.act("mikko", GroupPaths.answer(id), fields + [("then", "map")]).isAt(GroupPaths.member(id, leena))
        try outing.act("aino_k", GroupPaths.answer(id), fields + [("then", "//evil.example")])
        try outing.visitor("aino_k").isAt(GroupPaths.group(id))
    }

    @Test func `the way there is a link of the phone and one of the web, which learns nothing of the page`() throws {
        try outing.call("leena")
        let text = try outing.visitor("mikko").get("/archive").page.text
        let web = try #require(text.firstMatch(of: /<a class="route-web" href="([^"]+)"([^>]*)>/))
        let address = "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&amp;to="
        #expect(web.1.hasPrefix(address), "\(web.1)")
        #expect(web.1.dropFirst(address.count).wholeMatch(of: /60\.\d{6}%2C24\.\d{6}/) != nil, "\(web.1)")
        #expect(web.2.contains("target=\"_blank\"") && web.2.contains("rel=\"noopener noreferrer\""))
        #expect(text.contains("href=\"geo:60."))
    }
}
