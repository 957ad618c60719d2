import Database
import Proximity
import Testing

@testable import App

/// What leaves the site for a device about groups, see `PushListTests`.
enum PushListGroups {
    static let list = [
        "group.asked": "mikko asks where you are · Friday".pushed(1, "high 3600"),
        "group.asking": "sofia wants to join · Friday".pushed(2, "high 3600"),
        "group.back": "mikko is back with the group · Friday".pushed(2, "low 3600", isSilent: true),
        "group.changed": "mikko set the limit to 300 m · Friday".pushed(2, "normal 3600"),
        "group.ended": "Friday is over".pushed(1, "normal 86400", tag: "group.ended"),
        "group.help": "mikko asks for help · Friday".pushed(2, "high 86400"),
        "group.home": "mikko is home · Friday".pushed(2, "low 86400", isSilent: true),
        "group.home-safe": "Home safe?".pushed(1, "high 3600"),
        "group.invited": "mikko asks you to come along: Saturday".pushed(1, "high 21600"),
        "group.joined": "mikko joined · Friday".pushed(2, "normal 3600"),
        "group.left": "You’re more than 300 m from the group · Friday".pushed(1, "high 3600"),
        "group.message": "New in Friday".pushed(3, "normal 86400"),
        "group.safe": "mikko is safe · Friday".pushed(2, "high 86400"),
        "group.silent": "No word from mikko’s phone: you won’t hear if they drift off · Friday".pushed(
            2, "low 3600", isSilent: true),
        "group.strayed": "mikko is more than 300 m from the group · Friday".pushed(2, "high 3600"),
    ].reduce(into: [String: String]()) { $0[$1.key] = $1.value.replacing("KIND", with: $1.key) }

    /// Lets everything happen in a group of Aino's that she is told of.
    static func live(_ aino: Visitor, _ phone: PushDevice) throws {
        let site = aino.site
        let groups = try #require(site.app.site.features.all.lazy.compactMap { $0 as? Groups }.first)
        let door = try GroupDoor(aino, approve: true)
        let (own, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let sofia = try site.account("sofia")
        try site.app.site.database.write { database in
            let group = try #require(try GroupQueries.group(database, door.id))
            try groups.join(database, door.id, sofia, phone: "", site.now)
            let other = try GroupMemberQueries.insert(
                database, mikko, in: door.id, phone: "", isAdmitted: true, site.now)
            let me = try #require(try GroupMemberQueries.member(database, of: door.id, own)).id
            for kind in [GroupAlert.Kind.joined, .strayed, .back, .help, .safe, .home, .limited, .silent] {
                try groups.alert(database, kind, of: other, in: group, site.now)
            }
            try groups.alert(database, .strayed, of: me, in: group, site.now)
            try groups.alert(database, .asked, of: me, and: other, in: group, site.now)
            try GroupMemberQueries.setMuted(database, me, since: site.now)
            try groups.notices.announce(
                database, GroupNotices.homeSafe, subject: me.rawValue, to: own, site.now)
        }
        let writer = try site.member("mikko")
        try writer.get("/groups/new")
        try writer.post(
            "/groups",
            [
                ("csrf", writer.token), ("name", "Saturday"), ("limit_m", "300"), ("hours", "5"),
                ("username", "aino_k"),
            ])
        try writer.press(GroupPaths.messages(door.id), [("text", "secret words"), ("key", "push")])
        _ = try phone.messages(site)
        // Not by its maker, who would read of it at once.
        try site.app.site.database.write { database in
            try groups.end(database, try #require(try GroupQueries.group(database, door.id)), site.now)
        }
    }
}

extension String {
    /// A title as a message holds it. It leads to the group's page (1), that of a member (2) or the chat (3).
    fileprivate func pushed(_ page: Int, _ manner: String, tag: String = "KIND-ID", isSilent: Bool = false) -> String {
        let path = ["", "", "/members/ID", "/messages"][page]
        return #"{"dir":"auto","lang":"en","navigate":"BASE/groups/ID\#(path)","#
            + (isSilent ? #""silent":true,"# : "") + #""tag":"\#(tag)","title":"\#(self)"} \#(manner)"#
    }
}
