import Database
import Proximity

/// Leaving a group.
extension Groups {
    /// Somebody leaves: nothing of their place stays. If they made the group, whoever came first after them goes on with
    /// it; without anybody it is over.
    func depart(_ database: Writer, _ member: GroupMember, from group: FriendGroup, _ now: Timestamp) throws {
        if member.isActive { try alertOnce(database, .gone, of: member.id, in: group, now) }
        try forget(database, member.id, of: member.person.id, in: group.id)
        try GroupMemberQueries.leave(database, member.id, now)
        try GroupInvitationQueries.delete(database, by: member.id)
        if let conversation = group.conversation {
            try ConversationQueries.delete(database, member: member.person.id, in: conversation)
        }
        let rest = try GroupMemberQueries.members(database, of: group.id)
        guard let next = rest.first(where: { $0.isActive && !$0.isGuest }) ?? rest.first(where: { $0.isActive }) else {
            return try end(database, group, now)
        }
        if member.isMaker { try GroupMemberQueries.setMaker(database, next.id) }
    }

    /// A new code and a new link.
    func renewLink(_ database: Writer, _ group: FriendGroup) throws {
        let secret = GroupLink.secret(group.id, version: group.linkVersion + 1, site.key)
        try GroupQueries.renew(database, group, code: try newCode(database), linkHash: TokenHash.of(secret))
    }

    /// A code that no running group has.
    func newCode(_ database: Reader) throws -> String {
        while true {
            let code = GroupCode.make(site.environment.randomBytes)
            if try !GroupQueries.isTaken(database, code: code) { return code }
        }
    }
}

extension Groups: AccountObserver {
    /// A pause hides one in groups as well.
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        let groups = try GroupQueries.groups(database, of: viewer.id, areRunning: true, now)
        for group in groups {
            guard let member = try GroupMemberQueries.member(database, of: group.id, viewer.id) else { continue }
            try forget(database, member.id, of: viewer.id, in: group.id)
        }
        return groups.isEmpty ? "" : "Your groups don’t see where you are either."
    }

    /// Who is suspended sends no place any more and is seen by nobody: they leave, so that a group that they made goes
    /// on with somebody else. Nor is what they sent last night shown. An end of the suspension brings nothing back.
    func suspended(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {
        try departEverywhere(database, account, now)
        try GroupPhotoQueries.release(database, where: GroupPhotoQueries.isSent(by: account), now)
    }

    /// While the others can still be told who left.
    func guestLeaves(_ database: Writer, _ guest: ID<Account>, _ now: Timestamp) throws {
        try departEverywhere(database, guest, now)
    }

    /// Somebody leaves all groups that run, and those for which they wait.
    func departEverywhere(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {
        for id in try GroupMemberQueries.memberships(database, of: account) {
            guard let group = try GroupQueries.group(database, id), group.isRunning(now),
                let member = try GroupMemberQueries.member(database, of: id, account)
            else { continue }
            try depart(database, member, from: group, now)
        }
    }
}

extension Groups: FriendshipObserver {
    /// Groups are not among friends alone.
    var friendshipEnd: FriendshipEnd { FriendshipEnd() }

    /// With a block two people vanish from each other's open pages. Pages of the others stay as they are.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {
        try GroupInvitationQueries.delete(database, between: one, other)
        for group in try GroupMemberQueries.shared(database, one, other, now) {
            if try GroupMemberQueries.blocked(database, in: group, for: one).contains(other) {
                let members = try [one, other].compactMap { try GroupMemberQueries.member(database, of: group, $0)?.id }
                if members.count == 2 { try part(database, members[0], members[1], in: group, now) }
            }
            pass(database, group, to: [one, other])
        }
    }
}

extension Groups: GuestSource {
    func guestPath(_ database: Reader, for viewer: Viewer) throws -> String? {
        try GroupMemberQueries.memberships(database, of: viewer.id).first.map { GroupPaths.group($0) }
    }
}
