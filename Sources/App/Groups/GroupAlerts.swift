import Database
import Proximity

/// Tells members what happened.
extension Groups {
    /// What the engine says of the states of a group, to those who know them. Who heads home does so until they are back as
    /// they are judged for themselves.
    func tell(
        _ database: Writer, _ news: [GroupStates.News], _ states: GroupStates, in group: FriendGroup, _ now: Timestamp
    ) throws {
        for (audience, transitions) in news {
            for transition in transitions { try tell(database, transition, to: audience, in: group, now) }
        }
        // Afterwards: of one who headed home nobody is told that they are back.
        for (audience, transitions) in news {
            for number in transitions.filter({ $0.isReturn }).flatMap({ $0.members }) {
                let member = ID<GroupMember>(rawValue: number)
                guard states.audience(of: member) == audience else { continue }
                try GroupMemberQueries.setMuted(database, member, since: nil)
            }
        }
    }

    private func tell(
        _ database: Writer, _ transition: GroupTransition, to audience: GroupAudience, in group: FriendGroup,
        _ now: Timestamp
    ) throws {
        func alert(_ kind: GroupAlert.Kind, _ member: Int64, _ other: Int64? = nil) throws {
            try self.alert(
                database, kind, of: ID(rawValue: member), and: other.map { ID(rawValue: $0) }, in: group,
                for: audience, now)
        }
        switch transition {
        case .strayed(let member): try alert(.strayed, member)
        case .back(let member): try alert(.back, member)
        case .apart(let one, let other): try alert(.apart, one, other)
        case .together(let one, let other): try alert(.together, one, other)
        case .signalLost(let member):
            // Once: after that the page says since when.
            let last = try GroupAlertQueries.last(
                database, .silent, of: ID(rawValue: member), for: audience.viewer)
            if last == nil { try alert(.silent, member) }
        case .signalFound: break
        }
    }

    /// As `alert`, but not again within the hour: who joins, leaves and joins is told of once.
    func alertOnce(
        _ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, in group: FriendGroup, _ now: Timestamp
    ) throws {
        let last = try GroupAlertQueries.last(database, kind, of: member)
        if let last, last <= now, now < last + Groups.toldAgain { return }
        try alert(database, kind, of: member, in: group, now)
    }

    private static let toldAgain = 3_600.0

    /// Keeps what happened, and tells everybody who may know: by a notice and on open pages.
    @discardableResult
    func alert(
        _ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, and other: ID<GroupMember>? = nil,
        in group: FriendGroup, for audience: GroupAudience = .everybody, _ now: Timestamp
    ) throws -> ID<GroupAlert> {
        let id = try GroupAlertQueries.insert(
            database, kind, of: member, and: other, in: group, for: audience.viewer, now)
        let subject = try kind == .silent ? firstOfSilence(database, in: group.id, for: audience) ?? id : id
        let members = try GroupMemberQueries.members(database, of: group.id)
        let concerned = members.filter { $0.id == member || $0.id == other }
        // Who asks where another is, is the second of the two.
        let source = kind == .asked ? other : member
        let sender = members.first { $0.id == source }?.person.id
        let isMuted = kind.isJudged && concerned.contains { $0.mutedAt != nil }
        for reader in members where reader.isActive && audience.contains(reader) {
            let blocked = try GroupMemberQueries.blocked(database, in: group.id, for: reader.person.id)
            let isHidden = concerned.contains { blocked.contains($0.person.id) }
            guard !isHidden else { continue }
            let role = GroupNotices.Role(reader, kind, member, other)
            if let notice = GroupNotices.notice(kind, for: role), !isMuted {
                try notices.announce(
                    database, notice, subject: subject.rawValue, to: reader.person.id, from: sender,
                    isAgain: subject != id, now)
            }
            try events.append(database, eventName, subject: group.id.rawValue, to: reader.person.id, now)
        }
        return id
    }

    private func firstOfSilence(
        _ database: Reader, in group: ID<FriendGroup>, for audience: GroupAudience
    ) throws -> ID<GroupAlert>? {
        GroupSilence.first(try GroupAlertQueries.silences(database, in: [group]), for: audience.viewer)?.id
    }
}
