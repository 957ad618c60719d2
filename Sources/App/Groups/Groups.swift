import Database
import Foundation
import HTTP
import Proximity

/// People who keep together for some hours: everybody sees the others on one map, and all are told when somebody strays.
struct Groups: Feature {
    let site: Site
    let friends: Friends
    let positions: Positions
    let conversations: Conversations
    let basemaps: Basemaps
    /// For what stands above every page. A group may have fifty members.
    let runningAlerts = KeptReads<ID<Account>, [(GroupView, [RunningAlert])]>(limit: 500)

    var accounts: Accounts { friends.accounts }
    var notices: Notices { friends.notices }
    var events: Events { notices.events }
    var moderation: Moderation { friends.moderation }

    static let migrations = GroupSchema.migrations

    // The first route that fits answers: /groups/join before /groups/{id}.
    /// Who reads a group’s chat keeps that to themselves.
    var metricsLabel: String? { "groups" }

    var routes: [Route] {
        listRoutes + joinRoutes + farewellRoutes + pageRoutes + memberRoutes + actionRoutes + changeRoutes
            + invitationRoutes
            + alertRoutes + chatRoutes + reportRoutes
    }

    var jobKinds: [JobKind] { clockJobs + helpJobs + chatJobs }

    var galleryExamples: [GalleryExample] {
        GroupExamples(groups: self).all + GroupListExamples(basemaps: basemaps).all
    }

    /// The part of open pages that a change of a group renews.
    static func part(_ id: ID<FriendGroup>) -> String { "group-\(id)" }

    /// What a member sees of a group, for a page.
    ///
    /// - Throws: `Failure.notFound` for a group that the viewer is not in.
    func view(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> GroupView {
        guard let id = ID<FriendGroup>(context.parameters["id"] ?? ""),
            let view = try GroupView(database, id, for: viewer.id, context.now)
        else { throw Failure.notFound }
        return view
    }

    /// The same for somebody who takes part in a group that runs, in the transaction that changes something.
    ///
    /// - Throws: `Failure.notFound`; `Failure.conflict` for a group that is over, or where one is not admitted yet.
    func running(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> GroupView {
        let view = try self.view(database, context, viewer)
        guard view.own.isActive else { throw Failure.conflict("You’re not admitted to this group yet.") }
        guard view.group.isRunning(context.now) else { throw Failure.conflict("This group is over.") }
        return view
    }

    /// A page of a running group; else the group's own page says that it is over, or that one still waits.
    func whileRunning(_ context: RequestContext, _ page: () throws -> Response) throws -> Response {
        do { return try page() } catch Failure.conflict {
            return context.redirect(to: "\(GroupPaths.groups)/\(context.parameters["id"] ?? "")")
        }
    }
}

/// A group as one of its members sees it: without those between whom and them there is a block.
struct GroupView: Sendable {
    let group: FriendGroup
    let own: GroupMember
    /// Everybody whom the viewer sees, themselves too, in the order in which they came.
    let members: [GroupMember]
    /// Those whom they do not see, also those of them who left.
    let hidden: Set<Int64>
    /// Where those are whom they see, and who of them is away.
    let state: GroupState
    /// What tells it from another running group of its name; nil where its name does.
    var distinction: GroupDistinction?

    /// Those who take part.
    var active: [GroupMember] { members.filter { $0.isActive } }
    /// Those who wait to be admitted.
    var pending: [GroupMember] { members.filter { $0.isPending } }
    /// Those who take part besides the viewer.
    var others: [GroupMember] { active.filter { $0.id != own.id } }

    func member(_ text: String?) -> GroupMember? {
        text.flatMap { ID<GroupMember>($0) }.flatMap { id in members.first { $0.id == id } }
    }

    /// Where a member is, as the group knows it; nil for one who does not share.
    func fix(
        of member: GroupMember, _ now: Timestamp
    ) -> (coordinate: Coordinate, accuracy: Metres, time: Timestamp)? {
        member.isActive && !member.isPaused(now) ? state.fix(of: member.id.rawValue) : nil
    }

    /// Whether an alert says that a member has strayed.
    func isAway(_ member: GroupMember, _ now: Timestamp) -> Bool {
        member.mutedAt == nil && state.condition(of: member.id.rawValue, now: now) == .strayed
    }

    /// The centre that the viewer sees; nil while nobody has a signal.
    func centre(_ now: Timestamp) -> Coordinate? { state.centre(now: now) }
}

extension GroupView {
    /// nil for somebody who is not in it and does not wait for it.
    init?(_ database: Reader, _ id: ID<FriendGroup>, for account: ID<Account>, _ now: Timestamp) throws {
        guard let found = try GroupQueries.groupAndState(database, id, for: account) else { return nil }
        let all = try GroupMemberQueries.members(database, of: id, for: account)
        self.init(found.group, found.state, all, for: account, now)
    }

    private init?(
        _ group: FriendGroup, _ state: GroupState, _ all: [(member: GroupMember, isHidden: Bool)],
        for account: ID<Account>, _ now: Timestamp
    ) {
        guard let own = all.first(where: { $0.member.person.id == account })?.member else { return nil }
        (self.group, self.own) = (group, own)
        // Who waits sees nothing but that they wait; a group that is over is one line.
        guard own.isActive, group.isRunning(now) else {
            (members, hidden, self.state) = ([own], [], GroupState())
            return
        }
        members = all.filter { !$0.isHidden }.map { $0.member }
        hidden = Set(all.filter { $0.isHidden }.map { $0.member.id.rawValue })
        // Nothing that was judged with somebody hidden, whatever is stored.
        let isOwn = own.ownStateSince != nil
        let seen = isOwn || hidden.isEmpty ? state : state.unjudged(without: hidden)
        self.state = hidden.reduce(seen) { $0.removing($1) }.known(at: now)
    }

    /// The running groups that somebody is in or waits for, newest first.
    static func running(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [GroupView] {
        let groups = try GroupQueries.running(database, of: account, now)
        guard !groups.isEmpty else { return [] }
        let members = Dictionary(
            grouping: try GroupMemberQueries.members(database, of: groups.map { $0.group.id }, for: account),
            by: { $0.member.group })
        return distinguished(
            groups.compactMap { GroupView($0.group, $0.state, members[$0.group.id] ?? [], for: account, now) })
    }
}
