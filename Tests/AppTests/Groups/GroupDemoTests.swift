import Database
import Proximity
import Testing

@testable import App

/// The groups of the demo world.
struct GroupDemoTests {
    private let site: TestSite
    private let view: GroupView

    init() throws {
        site = try TestSite.warmDemo()
        let aino = try site.account("aino_k")
        let (site, now) = (site, site.now)
        view = try #require(
            try site.app.site.database.read { database in
                let groups = try GroupQueries.groups(database, of: aino, areRunning: true, now)
                return try groups.first.flatMap { try GroupView(database, $0.id, for: aino, now) }
            })
    }

    private func condition(_ name: String) -> GroupState.Condition? {
        view.active.first { $0.person.typedName == name }.flatMap {
            view.state.condition(of: $0.id.rawValue, now: site.now)
        }
    }

    @Test func `Friday is out with five, one of them a guest, and one who strayed heads home`() throws {
        #expect(view.group.name == "Friday" && view.active.count == 5 && view.own.isMaker)
        #expect(view.active.filter { $0.isGuest }.map { $0.person.typedName } == [GroupDemo.guest])
        for name in ["aino_k", "mikko", "leena", GroupDemo.guest] { #expect(condition(name) == .together, "\(name)") }
        let jonas = try #require(view.active.first { $0.person.typedName == "jonas" })
        #expect(condition("jonas") == .strayed && jonas.mutedAt != nil && jonas.battery == 23)
        let kinds = try site.app.site.database.read {
            try GroupAlertQueries.all($0, in: view.group.id).map { $0.kind }
        }
        #expect(kinds.prefix(2) == [.headingHome, .strayed] && kinds.filter { $0 == .joined }.count == 4)
    }

    @Test func `its chat has been read, and nobody has unread notices of it`() throws {
        let aino = try site.member("aino_k")
        for line in GroupDemo.lines { try aino.get(GroupPaths.messages(view.group.id)).sees(line.text) }
        for name in ["aino_k", "mikko", "leena", "jonas"] {
            let account = try site.account(name)
            let unread: Int? = try site.app.site.database.read {
                try $0.value(
                    """
                    SELECT count(*) FROM notice
                    WHERE account_id = \(account) AND kind LIKE 'group.%' AND read_at IS NULL
                    """)
            }
            #expect(unread == 0, "\(name)")
        }
    }

    @Test func `one group is over, without a place or a message`() throws {
        let aino = try site.account("aino_k")
        let past = try site.app.site.database.read { try GroupListQueries.past($0, of: aino, site.now) }
        #expect(past.map { $0.name } == ["Rink crew"] && past[0].count == 3)
        try site.member("aino_k").get("/groups").sees("Friday", "5 people", "Rink crew")
    }

    @Test func `it ends by itself, and its guest leaves the site`() throws {
        func guests() throws -> Int { try site.app.site.database.read { try site.app.accounts.guestCount($0) } }
        #expect(try guests() == 1)
        site.wait(seconds: view.group.endsAt.seconds(since: site.now) + 60)
        site.sweep()
        #expect(try guests() == 0)
        try site.member("aino_k").get("/notices").sees("Friday is over")
    }
}
