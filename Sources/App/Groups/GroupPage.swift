import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// The page of a running group: its map, and its members beside it.
extension Groups {
    var pageRoutes: [Route] {
        [
            .get("/groups/{id}", showGroup).forGuests, .get("/groups/{id}/live", showLive).forGuests,
        ]
    }

    var memberRoutes: [Route] {
        [
            .get("/groups/{id}/members/{member}", showGroup).forGuests,
            .get("/groups/{id}/members/{member}/live", showLive).forGuests,
        ]
    }

    /// `GET /groups/{id}` and, centred on one of them, `GET /groups/{id}/members/{member}`
    func showGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let seen: SeenGroup
        do { seen = try site.database.read { try seenGroup($0, context, viewer) } } catch Failure.notFound {
            return try leadToJoining(context, viewer)
        }
        let group = seen.view.group
        // Until the job ends the group, which tells them nothing.
        if seen.view.own.isPending {
            let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
            return context.page(
                GroupWaitingPage(
                    frame: context.frame(group.name, .groups), part: Groups.part(group.id), group: group,
                    asked: TimePart(moment: seen.view.own.joinedAt, words)))
        }
        guard group.isRunning(context.now) else {
            return viewer.isGuest ? farewell(context, group) : try pastPage(context, viewer, group)
        }
        var frame = context.frame(group.name, .groups)
        frame.showsMessage = false
        return context.page(
            GroupPage(
                frame: frame, id: "\(group.id)", part: Groups.part(group.id), head: try head(seen, context, viewer),
                isCentred: seen.chosen != nil,
                map: try map(seen, context, viewer), faces: GroupFacesPart(seen, viewer.units, basemaps),
                own: own(seen, frame.csrf, context, viewer), people: people(seen, frame.csrf, context, viewer)))
    }

    /// `GET /groups/{id}/live`: what changes by itself, for scripts. With `overlay=1` without the ground of the map.
    func showLive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let seen = try site.database.read { try seenGroup($0, context, viewer) }
        // Nothing moves any more, of which the page says why.
        guard seen.view.group.isRunning(context.now), seen.view.own.isActive else {
            return context.finished(Response(status: .noContent))
        }
        let csrf = TokenField(token: context.newFormToken())
        let (own, people) = (own(seen, csrf, context, viewer), people(seen, csrf, context, viewer))
        let (chat, faces) = (GroupChatLinkPart(seen), GroupFacesPart(seen, viewer.units, basemaps))
        guard context.query["overlay"] == "1" else {
            return context.page(
                GroupLivePart(
                    map: try map(seen, context, viewer), faces: faces, chat: chat, own: own, people: people))
        }
        return context.page(
            GroupOverlayPart(
                drawing: try overlay(seen, context), faces: faces, chat: chat, own: own, people: people))
    }

    /// What a viewer sees of a group. Only reads: drawing happens after the transaction.
    private func seenGroup(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> SeenGroup {
        let view = try self.view(database, context, viewer)
        var chosen: GroupMember?
        if let text = context.parameters["member"] {
            guard let member = view.member(text) else { throw Failure.notFound }
            chosen = member
        }
        let you = try positions.last(database, of: viewer.id, context.now)
        let alerts = view.own.isActive ? try GroupAlertQueries.alerts(database, in: view) : []
        return SeenGroup(
            view: view, chosen: chosen, you: you, hasUnread: try hasUnread(database, view, viewer),
            asked: try asker(database, alerts, view, context.now), now: context.now, zone: viewer.timeZone)
    }

    /// Who has just asked where the viewer is, and got no position since.
    private func asker(
        _ database: Reader, _ alerts: [GroupAlert], _ view: GroupView, _ now: Timestamp
    ) throws -> GroupMember? {
        let last = alerts.first { $0.kind == .asked && $0.member == view.own.id }
        guard let last, now < last.createdAt + Groups.askedFor else { return nil }
        let isAnswered = view.state.fix(of: view.own.id.rawValue).map { $0.time > last.createdAt + 60 } ?? false
        return isAnswered ? nil : last.other.flatMap { id in view.active.first { $0.id == id } }
    }

    /// For how many seconds the page says that somebody asks where one is.
    private static let askedFor = 900.0

    private func hasUnread(_ database: Reader, _ view: GroupView, _ viewer: Viewer) throws -> Bool {
        guard view.own.isActive, let conversation = view.group.conversation,
            let membership = try ConversationQueries.membership(database, conversation, of: viewer.id),
            membership.readNumber < membership.lastNumber
        else { return false }
        let hidden = Array(try GroupMemberQueries.blocked(database, in: view.group.id, for: viewer.id))
        let newer = try ConversationQueries.messages(
            database, .from(membership.readNumber + 1), of: membership, for: viewer.id, hiding: hidden)
        return newer.messages.contains { $0.sender.id != viewer.id && $0.content != nil }
    }

    private func head(_ seen: SeenGroup, _ context: RequestContext, _ viewer: Viewer) throws -> GroupHead {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return try GroupHead(
            seen, link: link(seen.view.group), limit: viewer.units.string(for: seen.view.group.limit),
            distinction: distinction(of: seen.view.group.id, for: viewer, context.now), words,
            isGuest: viewer.isGuest)
    }

    /// The link by which others join, whole.
    func link(_ group: FriendGroup) -> String {
        let secret = GroupLink.secret(group.id, version: group.linkVersion, site.key)
        return site.settings.baseURL + GroupPaths.invitation(secret)
    }

    private func own(
        _ seen: SeenGroup, _ csrf: TokenField, _ context: RequestContext, _ viewer: Viewer
    ) -> GroupOwnPart {
        GroupOwnPart(seen, csrf: csrf, key: newKey(context), viewer.units)
    }

    private func people(
        _ seen: SeenGroup, _ csrf: TokenField, _ context: RequestContext, _ viewer: Viewer
    ) -> GroupPeoplePart {
        let chat = seen.chosen.map { self.chat(with: $0, seen.view, viewer) } ?? ""
        return GroupPeoplePart(seen, chat: chat, csrf: csrf, viewer.units)
    }

    /// Where one writes to a member: a chat of two, or the group's, because guests have no other.
    func chat(with member: GroupMember, _ view: GroupView, _ viewer: Viewer) -> String {
        guard member.id != view.own.id, member.isActive else { return "" }
        let target = site.features.conforming(to: (any ShareTarget).self).first
        let own = viewer.isGuest || member.isGuest ? nil : target?.writing(to: member.person.username, about: nil)
        return own ?? GroupPaths.messages(view.group.id, to: member.id)
    }
}

/// What a viewer sees of a group at a moment.
struct SeenGroup {
    let view: GroupView
    /// The member on whom the page is centred; nil for all.
    let chosen: GroupMember?
    /// The viewer's own last position.
    let you: LastPosition?
    let hasUnread: Bool
    /// Who asks where the viewer is.
    let asked: GroupMember?
    let now: Timestamp
    /// The viewer's.
    let zone: TimeZone

    /// "22:41"; "" for no time.
    func clock(_ time: Timestamp?) -> String { time.map { RelativeTimeFormatter(zone, now: now).clock($0) } ?? "" }

    /// Where a member is, as the group knows it; nil for one who does not share.
    func fix(of member: GroupMember) -> (coordinate: Coordinate, accuracy: Metres, time: Timestamp)? {
        view.fix(of: member, now)
    }

    func condition(of member: GroupMember) -> GroupState.Condition? {
        view.state.condition(of: member.id.rawValue, now: now)
    }

    /// Whether an alert about a member runs.
    func isAlarming(_ member: GroupMember) -> Bool {
        member.asksForHelp || view.isAway(member, now)
    }

    /// Where the viewer is: as the group knows it, or else the site.
    var ownPlace: Coordinate? { fix(of: view.own)?.coordinate ?? you?.coordinate }
}
