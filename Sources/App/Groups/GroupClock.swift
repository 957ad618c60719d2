import Database
import Proximity

/// What happens in groups by the clock alone.
extension Groups {
    /// Asks whether somebody who was heading home has arrived.
    static let homeJob = "group.home"
    /// Seconds for which a group that is over stands among the past ones: a year.
    private static let kept = 365 * 86_400.0
    /// Seconds after which that is asked.
    static let homeAfter = 3_600.0

    var clockJobs: [JobKind] {
        [
            JobKind(name: "groups.watch", interval: 10) { try watch($0.now) },
            .sweep("groups.sweep") { [site] job in
                try site.database.write { try GroupQueries.delete($0, endedBefore: job.now - Groups.kept) }
            },
            .sweep("groups.photos") { try sweepPhotos($0.now) },
            JobKind(name: Groups.homeJob, delay: Groups.homeAfter) { try askHome($0.payload, $0.now) },
            JobKind(name: Groups.stateJob, delay: GroupState.patience, isPromised: true) {
                try judgeState($0.payload, $0.now)
            },
        ]
    }

    private func watch(_ now: Timestamp) throws {
        for watcher in site.features.conforming(to: (any GroupWatcher).self) { watcher.groupsAreJudged(at: now) }
        try watchStates(now)
        try site.database.write { database in
            for group in try GroupQueries.overdue(database, now) { try end(database, group, now) }
        }
    }

    /// Asks whoever is on the way home, alone: *Home safe?*
    private func askHome(_ payload: String, _ now: Timestamp) throws {
        guard let id = ID<GroupMember>(payload) else { return }
        try site.database.write { database in
            guard let member = try GroupMemberQueries.members(database, [id])[id.rawValue], member.isActive,
                member.homeAt == nil, member.isAskedHome(now),
                let group = try GroupQueries.group(database, member.group), group.isRunning(now)
            else { return }
            try notices.announce(database, GroupNotices.homeSafe, subject: id.rawValue, to: member.person.id, now)
            try renew(database, group.id, by: member.person.id)
        }
    }

    /// Ends a group: what it kept of anybody's place is deleted, its guests leave the site, and its photos stay until the next
    /// evening. To who still waits to be admitted it looks as if they had been declined.
    func end(_ database: Writer, _ group: FriendGroup, _ now: Timestamp) throws {
        let everybody = try GroupMemberQueries.members(database, of: group.id)
        for member in everybody where member.isPending {
            try GroupMemberQueries.leave(database, member.id, now)
            pass(database, group.id, to: [member.person.id])
            if member.isGuest { try accounts.endGuest(database, member.person.id, now) }
        }
        let members = everybody.filter { $0.isActive }
        // Nobody could read them any more.
        for member in members {
            try notices.takeBackAll(
                database, GroupNotices.ofAlerts, of: member.person.id,
                about: "SELECT id FROM friend_group_alert WHERE group_id = \(group.id)")
            try notices.takeBack(database, GroupNotices.message, subject: group.id.rawValue, of: member.person.id)
        }
        for account in try GroupInvitationQueries.accounts(database, to: group.id) {
            try notices.takeBack(database, GroupNotices.invited, subject: group.id.rawValue, of: account)
        }
        try keepPhotos(database, of: group, by: members, now)
        if let conversation = group.conversation { try conversations.end(database, conversation) }
        try GroupQueries.end(database, group.id, now)
        for member in members {
            try events.append(database, eventName, subject: group.id.rawValue, to: member.person.id, now)
            guard !member.isGuest else {
                try accounts.endGuest(database, member.person.id, now)
                continue
            }
            try notices.announce(database, GroupNotices.ended, subject: group.id.rawValue, to: member.person.id, now)
        }
    }
}
