import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// What leaves the server about a chat with somebody who is hidden, compared to the byte with there being none.
struct ChatLeakTests {
    /// Why somebody does not see the other one.
    enum Hidden: CaseIterable, Sendable {
        case blocked, blocking, suspended
    }

    private static let viewer = "jonas"
    private static let other = "leena"
    private static let fields = [("text", "Hello?"), ("key", "leak"), ("reason", "x"), ("reply_to", "1")]

    private func world(_ hidden: Hidden) throws -> (TestSite, conversation: ID<Conversation>, [ID<Message>]) {
        let site = try TestSite.demo()
        let (one, two) = (ChatLeakTests.viewer, ChatLeakTests.other)
        let (viewer, other) = (try site.account(one), try site.account(two))
        try site.app.friends.ask(viewer, other, site.now)
        try site.app.friends.ask(other, viewer, site.now)
        let messages = [
            try site.say("Words of mine", from: one, to: two), try site.say("Other words", from: two, to: one),
        ]
        switch hidden {
        case .blocked: try site.block(two, one)
        case .blocking: try site.block(one, two)
        case .suspended: try site.suspend(other)
        }
        let stored = try #require(try site.app.site.database.read { try ChatQueries.stored($0, viewer, other) })
        return (site, stored.conversation, messages.map { $0.id })
    }

    /// Jonas in two copies of a world; in the second one there never was a chat.
    private func twins(_ site: TestSite, _ conversation: ID<Conversation>) throws -> Twins {
        let jonas = try site.member(ChatLeakTests.viewer)
        let sites = [try site.copy(), try site.copy()]
        try sites[1].app.site.database.write { database in
            try database.execute(
                "DELETE FROM notice WHERE kind = \(Chats.messageNotice) AND subject = \(conversation)")
            try database.execute("DELETE FROM chat WHERE conversation_id = \(conversation)")
            try database.execute("DELETE FROM conversation WHERE id = \(conversation)")
        }
        var twins = Twins(Visitor(sites[0], cookies: jonas.cookies), Visitor(sites[1], cookies: jonas.cookies))
        twins.starts = ["/notices", "/people/\(ChatLeakTests.other)", "/settings/visibility", "/friends"]
        twins.starts += site.app.routes.filter {
            $0.method == .get && $0.pattern.hasPrefix("/chats") && !$0.pattern.contains("{")
        }.map { $0.pattern }
        return twins
    }

    /// Whether a route answers as if there were no chat: whoever blocks can still report what they read before.
    private static func hides(_ route: Route, _ hidden: Hidden) -> Bool {
        route.pattern.hasPrefix("/chats/{username}") && !(hidden == .blocking && route.pattern.hasSuffix("/report"))
    }

    @Test(arguments: Hidden.allCases)
    func `around somebody hidden all is as if there were no chat`(hidden: Hidden) throws {
        let (site, conversation, messages) = try world(hidden)
        let twins = try twins(site, conversation)
        for visitor in [twins.one, twins.other] { try visitor.get("/settings") }
        let routes = site.app.routes.filter { ChatLeakTests.hides($0, hidden) }
        #expect(routes.count >= 6)
        let kinds = [[], [("Accept", "application/json")], [("Sec-Purpose", "prefetch")], [("HX-Request", "true")]]
        for route in routes {
            for message in messages {
                let path = route.pattern.replacing("{username}", with: ChatLeakTests.other)
                    .replacing("{id}", with: "\(message)")
                let methods: [HTTP.Method] = route.method == .post ? [.post] : [.get, .head]
                for (method, fields) in methods.flatMap({ method in kinds.map { (method, $0) } }) {
                    let status = try twins.compareAnswers("\(method) \(path) \(fields)") {
                        try $0.ask(method, path, fields, form: ChatLeakTests.fields)
                    }
                    #expect(status == .notFound || status == .tooManyRequests, "\(method) \(path)")
                }
                // Unknown names count as searches.
                for visitor in [twins.one, twins.other] { visitor.site.wait(seconds: 61) }
            }
        }
        for path in ["/chats?q=lee", "/chats?q=words", "/events/latest?after=0"] {
            try twins.compareAnswers(path) { try $0.ask(.get, path) }
        }
        _ = try twins.compareAllPages()
    }

    @Test(arguments: [Hidden.blocked, .blocking])
    func `a blocked person answers like an unknown name`(hidden: Hidden) throws {
        let (site, _, messages) = try world(hidden)
        let jonas = try site.member(ChatLeakTests.viewer)
        for route in site.app.routes where ChatLeakTests.hides(route, hidden) {
            let answers = try ["no_such", ChatLeakTests.other].map { name in
                let path = route.pattern.replacing("{username}", with: name).replacing("{id}", with: "\(messages[1])")
                return route.method == .post
                    ? try jonas.get("/settings").post(path, [("csrf", jonas.token)] + ChatLeakTests.fields).page
                    : try jonas.get(path).page
            }
            #expect(answers[0].status == 404 && answers[1].status == 404, "\(route.name)")
            #expect(answers[0].plain == answers[1].plain, "\(route.name)")
        }
    }
}
