import Foundation
import Proximity
import Testing

@testable import App

/// The server's clock was two hours ahead, and is set right: a group goes on.
struct GroupWrongClockTests {
    private let outing: GroupOuting
    private var site: TestSite { outing.site }

    init() throws {
        outing = try GroupOuting()
        try outing.gather()
        site.sweep()
    }

    /// Does something while the clock is ahead.
    private func ahead(_ body: () throws -> Void) throws {
        site.wait(seconds: 7_200)
        try body()
        site.wait(seconds: -7_200)
    }

    @Test func `a call for help goes out after ten seconds`() throws {
        try ahead { try outing.act("leena", GroupPaths.help(outing.door.id)).gets(200) }
        site.wait(seconds: 10)
        site.sweep()
        #expect(try outing.told("mikko").contains("group.help"))
    }

    @Test func `calls of a wrong time are not counted, and who is asked is asked again`() throws {
        let path = GroupPaths.help(outing.door.id)
        try ahead {
            for _ in 0..<3 {
                try outing.act("leena", path).gets(200)
                site.wait(seconds: 11)
                site.sweep()
                try outing.act("leena", GroupPaths.cancelHelp(outing.door.id)).gets(200)
            }
            try outing.act("leena", path).gets(429)
            try outing.act("aino_k", try outing.path(of: "mikko") + "/ask").gets(200)
        }
        try outing.act("leena", path).gets(200)
        try outing.act("aino_k", try outing.path(of: "mikko") + "/ask").gets(200)
        #expect(try outing.alerts().filter { $0 == .asked }.count == 2)
    }

    @Test func `who strays is told of, also by one fix`() throws {
        try ahead { try outing.gather() }
        try outing.gather()
        site.wait(seconds: 20)
        try outing.stray("leena")
        #expect(try outing.alerts().filter { $0 != .silent } == [.strayed])
        try ahead {
            try outing.gather(except: "leena")
            site.wait(seconds: 20)
            try outing.walk("mikko", north: 900)
        }
        // The places of the wrong time are gone by themselves.
        site.sweep()
        for name in ["aino_k", "mikko"] {
            #expect(try outing.state().fix(of: outing.member(name).id.rawValue) == nil)
        }
        try outing.gather()
        site.wait(seconds: 20)
        try outing.walk("mikko", north: 900)
        site.wait(seconds: 31)
        site.sweep()
        #expect(try outing.told("leena").contains("group.strayed") && outing.told("mikko").contains("group.left"))
    }

    @Test func `who heads home is asked whether they have arrived`() throws {
        try ahead { try outing.act("leena", outing.door.path + "/heading-home").gets(200) }
        site.sweep()
        #expect(try outing.told("leena") == ["group.home-safe"])
    }

    @Test func `a chat that was open then is not open now`() throws {
        let chat = GroupPaths.messages(outing.door.id)
        try ahead { try outing.visitor("mikko").get(chat + "/live?viewed=1") }
        try outing.act("leena", chat, [("text", "Hello?"), ("key", "k")]).gets(200)
        #expect(try outing.told("mikko") == ["group.message"])
    }
}
