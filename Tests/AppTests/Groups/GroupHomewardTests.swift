import Database
import Proximity
import Testing

@testable import App

/// Heading home, asking for help, and asking where somebody is.
struct GroupHomewardTests {
    private func jobs(_ outing: GroupOuting, _ kind: String) throws -> Int? {
        try outing.site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = \(kind)", as: Int.self)
        }
    }

    private func wait(_ outing: GroupOuting, _ seconds: Double) {
        outing.site.wait(seconds: seconds)
        outing.site.sweep()
    }

    @Test(arguments: [true, false])
    func `nobody is alerted of who heads home, said before they leave or after`(isBefore: Bool) throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 20)
        if !isBefore { try outing.stray("leena") }
        try outing.act("leena", GroupPaths.headingHome(outing.door.id)).gets(200)
        if isBefore { try outing.stray("leena") }
        let told = isBefore ? [] : ["group.strayed"]
        #expect(try outing.told("aino_k") == told && outing.told("mikko") == told)
        // Back: they are watched again.
        try outing.approach("leena")
        #expect(try outing.member("leena").mutedAt == nil)
        #expect(try outing.told("aino_k") == told)
        outing.site.wait(seconds: 20)
        try outing.stray("leena")
        #expect(try outing.told("aino_k") == told + ["group.strayed"])
    }

    @Test func `after an hour who headed home is asked alone, and the answer tells all once`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let id = outing.door.id
        for _ in 1...2 { try outing.act("leena", GroupPaths.headingHome(id)).gets(200) }
        wait(outing, 3_590)
        #expect(try outing.told("leena") == [])
        wait(outing, 20)
        #expect(try outing.told("leena") == ["group.home-safe"])
        for name in ["aino_k", "mikko", "Kim"] { #expect(try outing.told(name) == []) }
        for _ in 1...2 { try outing.act("leena", GroupPaths.home(id)).gets(200) }
        #expect(try outing.alerts() == [.headingHome, .home])
        for name in ["aino_k", "mikko", "Kim"] {
            #expect(try outing.told(name) == ["group.home"])
            #expect(try outing.texts(name).map { $0.title } == ["leena is home · Friday"])
        }
        #expect(try outing.notices("leena").allSatisfy { $0.isRead })
        // Who never said that they head home has nothing to answer.
        try outing.act("mikko", GroupPaths.home(id)).gets(200)
        #expect(try outing.alerts() == [.headingHome, .home])
    }

    @Test func `a cry for help is held from the first second, and nobody learns of a cancelled one`() throws {
        let outing = try GroupOuting()
        let id = outing.door.id
        for _ in 1...2 { try outing.act("leena", GroupPaths.help(id)).gets(200) }
        #expect(try jobs(outing, "group.help") == 1)
        wait(outing, 9)
        #expect(try outing.told("aino_k") == [] && outing.alerts() == [])
        try outing.act("leena", GroupPaths.help(id) + "/cancel").gets(200)
        #expect(try jobs(outing, "group.help") == 0)
        wait(outing, 20)
        #expect(try outing.told("aino_k") == [] && outing.alerts() == [])
        #expect(try outing.member("leena").helpAt == nil)
    }

    @Test func `a new cry after a cancelled one has its own ten seconds`() throws {
        let outing = try GroupOuting()
        let id = outing.door.id
        try outing.act("leena", GroupPaths.help(id))
        outing.site.wait(seconds: 5)
        try outing.act("leena", GroupPaths.cancelHelp(id))
        try outing.act("leena", GroupPaths.help(id))
        wait(outing, 6)
        #expect(try outing.alerts() == [])
        wait(outing, 5)
        #expect(try outing.alerts() == [.help])
    }

    @Test func `a cry that follows one whose job hangs goes out`() throws {
        let outing = try GroupOuting()
        let id = outing.door.id
        try outing.act("leena", GroupPaths.help(id))
        // As a process leaves the row that is killed while it runs.
        try outing.site.app.site.database.write {
            try $0.execute("UPDATE job SET lease_until = \(outing.site.now + 600) WHERE kind = 'group.help'")
        }
        try outing.act("leena", GroupPaths.cancelHelp(id))
        try outing.act("leena", GroupPaths.help(id))
        #expect(try jobs(outing, "group.help") == 1)
        wait(outing, 11)
        #expect(try outing.alerts() == [.help])
    }

    @Test func `what waits for a member takes its turn among what waits for others`() throws {
        let outing = try GroupOuting()
        let (id, leena) = (outing.door.id, try outing.account("leena"))
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.walk("leena", north: 900)
        try outing.act("leena", GroupPaths.help(id))
        try outing.act("leena", GroupPaths.headingHome(id))
        for kind in ["group.help", "group.home", "group.state"] {
            let owners = try outing.site.app.site.database.read {
                try $0.all("SELECT DISTINCT account_id FROM job WHERE kind = \(kind)") {
                    try $0["account_id"] as ID<Account>?
                }
            }
            #expect(owners.contains(leena) && !owners.contains(nil), "\(kind)")
        }
    }

    @Test func `a cry for help goes out though the site was restored from a copy meanwhile`() throws {
        let outing = try GroupOuting()
        try outing.act("leena", GroupPaths.help(outing.door.id))
        try outing.site.app.restored()
        wait(outing, 20)
        #expect(try outing.alerts() == [.help])
    }

    @Test func `a cry for help goes out once after a restart, and who is safe tells all`() throws {
        let outing = try GroupOuting()
        let id = outing.door.id
        try outing.act("leena", GroupPaths.help(id))
        let restarted = try TestSite.at(outing.site.folder, outing.site.now + 30)
        // The folder goes with the site.
        defer { withExtendedLifetime(restarted) {} }
        for _ in 1...2 { restarted.sweep() }
        outing.site.wait(seconds: 30)
        #expect(try outing.alerts() == [.help])
        let path = try outing.path(of: "leena")
        for name in ["aino_k", "mikko"] {
            let texts = try outing.texts(name)
            #expect(texts.map { $0.title } == ["leena asks for help · Friday"] && texts.map { $0.path } == [path])
        }
        #expect(try outing.told("leena") == [])
        let alarm = "data-alert=\"help\""
        let mikko = try outing.visitor("mikko")
        #expect(try mikko.get(GroupPaths.group(id)).page.text.contains(alarm))
        #expect(try mikko.get(try outing.path(of: "aino_k")).page.text.contains(alarm))
        #expect(try mikko.get(path).page.text.contains(alarm))
        #expect(try !outing.visitor("leena").get(GroupPaths.group(id)).page.text.contains(alarm))
        for _ in 1...2 { try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200) }
        #expect(try outing.alerts() == [.help, .safe])
        #expect(try !mikko.get(GroupPaths.group(id)).page.text.contains(alarm))
        #expect(try outing.told("mikko") == ["group.help", "group.safe"])
    }

    @Test func `who is asked where they are learns who asks, and not twice within five minutes`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let ask = try outing.path(of: "Kim") + "/ask"
        for _ in 1...2 { try outing.act("aino_k", ask).gets(200) }
        #expect(try outing.texts("Kim").map { $0.title } == ["aino_k asks where you are · Friday"])
        try outing.act("mikko", ask)
        outing.site.wait(seconds: 301)
        try outing.act("aino_k", ask)
        #expect(try outing.told("Kim") == ["group.asked", "group.asked", "group.asked"])
        for name in ["aino_k", "mikko", "leena"] { #expect(try outing.told(name) == []) }
        try outing.act("Kim", ask).gets(404)
    }
}
