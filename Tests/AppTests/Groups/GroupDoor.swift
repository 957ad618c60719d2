import Database
import Proximity
import Testing

@testable import App

/// A group that was made by its form, and the words that lead into it.
struct GroupDoor {
    let site: TestSite
    let id: ID<FriendGroup>
    let code: String
    let secret: String

    var path: String { GroupPaths.group(id) }
    var byCode: String { GroupPaths.invitation(code) }
    var byLink: String { GroupPaths.invitation(secret) }

    init(_ maker: Visitor, _ name: String = "Friday", hours: Int = 5, approve: Bool = false, phone: String = "") throws
    {
        try maker.get("/groups/new").fill("name", name).fill("limit_m", "300").fill("hours", "\(hours)").fill(
            "phone", phone)
        if approve { maker.fill("approve", "1") }
        try maker.submit("/groups")
        let id = try #require(ID<FriendGroup>(maker.page.path.replacing("/groups/", with: "")))
        let app = maker.site.app
        let group = try #require(try app.site.database.read { try GroupQueries.group($0, id) })
        self.id = id
        site = maker.site
        code = group.code
        secret = GroupLink.secret(id, version: group.linkVersion, app.site.key)
    }

    /// The same group in a copy of its site.
    init(_ door: GroupDoor, in site: TestSite) {
        (self.site, id, code, secret) = (site, door.id, door.code, door.secret)
    }

    /// Who is in it or waits for it, in the order in which they came.
    func members() throws -> [GroupMember] {
        try site.app.site.database.read { try GroupMemberQueries.members($0, of: id) }
    }

    /// Their names.
    func names() throws -> [String] { try members().map { $0.person.typedName } }

    /// A code that leads nowhere.
    var wrongCode: String { code == "AAAAAA" ? "BBBBBB" : "AAAAAA" }
}

extension Person {
    /// As they typed it: a guest's name without what marks it.
    var typedName: String { displayName ?? username }
}
