import Database
import HTTP
import Proximity
import Testing

@testable import App

extension PlanTests {
    /// Groups in all their states, and of people who leave.
    func visitGroups(_ site: TestSite) throws {
        let site = try site.copy()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let door = try GroupDoor(aino, "Plans", approve: true)
        let id = door.id
        try inviteFriends(site, aino, to: door)
        try mikko.get("/groups").fill("code", door.code).submit("/groups/join").get(door.byLink)
        let sam = Visitor(site)
        try sam.get(door.byCode).fill("nickname", "Sam").submit(door.byCode)
        for member in try door.members() where member.isPending {
            try aino.press(GroupPaths.admit(id, member.id))
        }
        let others = try door.members().filter { !$0.isMaker }
        let (first, guest) = (others[0].id, others[1].id)
        for visitor in [aino, mikko, sam] { try visitor.stand(at: DemoCast.Place.hakaniemi.coordinate) }
        let writer = try site.account("mikko")
        let (sent, photo) = try mikko.sendPhoto(into: id, as: writer, key: "plan")
        _ = try site.app.site.database.read {
            try GroupMessageQueries.groups($0, ofMessages: [sent.rawValue], for: writer)
        }
        _ = try aino.fetch("/media/\(photo)/small")
        let chat = GroupPaths.messages(id)
        try aino.get(chat).get("\(chat)?before=9").get("\(chat)/live?from=1&viewed=1").get("\(chat)?to=\(first)")
        try aino.get("\(chat)?reply_to=\(sent)").get("/events/latest?after=0")
        try mikko.press(chat, [("text", "Still there?"), ("key", "unread")])
        try aino.press("\(chat)/\(sent)/report", [("reason", "x")]).press(GroupPaths.report(id))
        try mikko.press(GroupPaths.report(id), [("reason", "x")])
        try mikko.press("\(chat)/\(sent)/delete")
        try aino.get("/").get("/groups").get("/notices").get("/settings/visibility").get(door.path)
        try aino.get("\(door.path)/live").get("\(door.path)/settings").get(GroupPaths.member(id, first))
        try act(aino, mikko, in: id, first)
        try aino.get(PersonPaths.person("mikko"))
        try site.block("aino_k", "mikko")
        try mikko.get(chat)
        try aino.get("\(door.path)/settings")
        try aino.press(GroupPaths.remove(id, guest))
        try sam.get("/")
        try end(site, mikko, aino)
        try fallSilent()
    }

    /// Nothing comes from leena's phone any more.
    private func fallSilent() throws {
        let outing = try GroupOuting()
        try outing.gather()
        for _ in 0..<3 {
            outing.site.wait(seconds: 240)
            for name in ["aino_k", "mikko"] { try outing.walk(name, north: 0) }
            outing.site.sweep()
        }
        try outing.visitor("aino_k").get("/notices").sees("leena’s phone")
    }

    private func act(
        _ aino: Visitor, _ mikko: Visitor, in id: ID<FriendGroup>, _ member: ID<GroupMember>
    ) throws {
        try aino.press(GroupPaths.ask(id, member)).press(GroupPaths.ask(id, member))
        try mikko.press(GroupPaths.headingHome(id)).press(GroupPaths.headingHome(id), [("undo", "on")])
        try mikko.press(GroupPaths.headingHome(id)).press(GroupPaths.home(id)).press(GroupPaths.help(id))
        let site = aino.site
        site.wait(seconds: 30)
        site.app.runJobs()
        let alert = try #require(
            aino.get("/archive").page.text.firstMatch(of: /data-member="(\d+)" data-alert-id="(\d+)"/))
        try aino.press(GroupPaths.answer(id), [("member", String(alert.1)), ("text", "Coming")])
        try aino.press(GroupPaths.seen(id), [("alert", String(alert.2))])
        try mikko.press(GroupPaths.cancelHelp(id)).press(GroupPaths.extend(id), [("hours", "12")])
        try mikko.press(GroupPaths.device(id)).press(GroupPaths.pause(id), [("minutes", "5")])
        try mikko.press(GroupPaths.pause(id), [("minutes", "0")])
        try mikko.get("/settings").post("/settings/pause", [("csrf", mikko.token), ("minutes", "30")])
        site.wait(seconds: 3_700)
        site.app.runJobs()
        try mikko.get("/notices")
        try aino.get("/settings/devices").submit("/settings/devices/forget")
    }

    /// Friends who are asked, and who see it; the group is changed while it runs.
    private func inviteFriends(_ site: TestSite, _ aino: Visitor, to door: GroupDoor) throws {
        try aino.get("/groups/new").press(GroupPaths.invite(door.id), [("username", "mikko"), ("username", "leena")])
        try site.member("mikko").get("/notices").get(door.byLink).get("\(GroupPaths.code)?code=\(door.code)")
        try aino.press(GroupPaths.settings(door.id), [("name", "Other plans"), ("limit_m", "500")])
    }

    /// What ends by itself, by who made it, and with who leaves.
    private func end(_ site: TestSite, _ mikko: Visitor, _ aino: Visitor) throws {
        let (ended, own) = (try GroupDoor(aino, "Ended"), try site.account("aino_k"))
        let photos = try ["one", "two"].map { try aino.sendPhoto(into: ended.id, as: own, key: $0) }
        try aino.press(GroupPaths.end(ended.id)).get(ended.path)
        _ = try aino.fetch("/media/\(photos[0].name)/small")
        try aino.press(GroupPaths.chat(ended.id).delete(photos[0].message))
        let left = try GroupDoor(mikko, "Left")
        try site.join(left.id, try site.account("leena"))
        try mikko.press(GroupPaths.leave(left.id))
        try site.join(try site.makeGroup("Suspended", by: "elias"), try site.account("leena"))
        try site.administrator("warden").get("/admin/people/elias").submit("/admin/people/elias/suspend")
        try site.report(guestIn: left.id)
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        site.wait(seconds: 80 * 3_600)
        site.app.runJobs()
        try site.member("leena").get("/groups").get("/notices").get("/settings/delete")
            .fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
    }
}

extension TestSite {
    /// An administrator ends the visit of a guest whose words Leena reported.
    fileprivate func report(guestIn group: ID<FriendGroup>) throws {
        let guest = try guest("Max")
        try join(group, guest.id)
        let message = try write("Not nice.", into: group, from: guest.id)
        try member("leena").press("\(GroupPaths.messages(group))/\(message)/report", [("reason", "x")])
        let keeper = try administrator("guard")
        let form = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/end-visit") })
        try keeper.submit(form.action)
    }
}

extension Visitor {
    /// Sends a form of fields alone, wherever it stands.
    @discardableResult
    func press(_ action: String, _ fields: [(String, String)] = []) throws -> Visitor {
        let token = try get(SitePaths.logout).token
        return try post(action, [("csrf", token)] + fields)
    }
}
