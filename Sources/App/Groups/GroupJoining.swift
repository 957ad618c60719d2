import Database
import HTTP
import Proximity
import Safeguards

/// Joining a group: by its code, by its link, with an account or as a guest.
extension Groups {
    var joinRoutes: [Route] {
        [
            .post("/groups/join", joinByCode), .openGet(GroupPaths.code, showCode),
            .openGet("/join/{word}", showJoining), .openPost("/join/{word}", acceptJoining),
        ]
    }

    /// `POST /groups/join` (code, phone): the link of a group does as well as its code.
    func joinByCode(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var errors = ValidationErrors()
        let phone = GroupForm.phone(context.form["phone"], into: &errors)
        guard let word = GroupWord(typed: context.form["code"] ?? "", linksOf: site.settings.baseURL) else {
            errors.add("code", GroupCode.problem(context.form["code"] ?? ""))
            return try groupsPage(context, viewer, errors, status: .unprocessableContent)
        }
        do {
            guard let group = try find(word, context, { try $0() }) else {
                errors.add("code", "No running group has this code. Look at it once more.")
                throw errors
            }
            try errors.check()
            return try join(context, viewer, group, phone)
        } catch let errors as ValidationErrors {
            return try groupsPage(context, viewer, errors, status: .unprocessableContent)
        }
    }

    /// `GET /join/{word}`: what joining means. Joins nothing.
    func showJoining(_ context: RequestContext) throws -> Response {
        guard let word = GroupWord(context.parameters["word"] ?? ""),
            let group = try find(word, context, Groups.whileReading)
        else { return unknown(context) }
        if let viewer = context.viewer, try isIn(group, viewer) {
            return context.redirect(to: GroupPaths.group(group.id))
        }
        return try joiningPage(context, group, word, ValidationErrors())
    }

    /// `POST /join/{word}` (nickname, phone)
    func acceptJoining(_ context: RequestContext) throws -> Response {
        guard let word = GroupWord(context.parameters["word"] ?? ""),
            let group = try find(word, context, { try $0() })
        else { return unknown(context) }
        do {
            var errors = ValidationErrors()
            let phone = GroupForm.phone(context.form["phone"], into: &errors)
            guard let viewer = context.viewer else {
                let nickname = Groups.nickname(context.form["nickname"], into: &errors)
                try errors.check()
                guard let nickname else { throw errors }
                return try joinAsGuest(context, group, nickname, phone)
            }
            try errors.check()
            return try join(context, viewer, group, phone)
        } catch let errors as ValidationErrors {
            return try joiningPage(context, group, word, errors, status: .unprocessableContent)
        }
    }

    private static func nickname(_ text: String?, into errors: inout ValidationErrors) -> DisplayName? {
        do {
            if let name = try DisplayName(typed: text ?? "") { return name }
            errors.add("nickname", "Say what the others call you.")
        } catch { errors.add("nickname", error["display_name"]) }
        return nil
    }

    private func joinAsGuest(
        _ context: RequestContext, _ group: FriendGroup, _ nickname: DisplayName, _ phone: String
    ) throws -> Response {
        _ = try accounts.beginGuest(nickname, timeZone: context.form["time_zone"] ?? "", context) { database, guest in
            try join(database, group.id, guest, phone: phone, context.now)
        }
        context.addCookie(GroupFarewell(group).cookie(site))
        return joined(context, group, isAdmitted: !group.needsAdmission)
    }

    private func join(
        _ context: RequestContext, _ viewer: Viewer, _ group: FriendGroup, _ phone: String
    ) throws -> Response {
        if try isIn(group, viewer) { return context.redirect(to: GroupPaths.group(group.id)) }
        if viewer.isGuest { throw Failure.conflict(Groups.guestElsewhere) }
        let isAdmitted = try site.database.write { try join($0, group.id, viewer.id, phone: phone, context.now) }
        return joined(context, group, isAdmitted: isAdmitted)
    }

    static let guestElsewhere =
        "You’re a guest of another group. Leave it first, or make an account: with one you can be in several."

    private func joined(_ context: RequestContext, _ group: FriendGroup, isAdmitted: Bool) -> Response {
        let words = isAdmitted ? "You’re in \(group.name)." : "Asked. You’re in once you are let in."
        return context.redirect(to: GroupPaths.group(group.id), saying: words, asking: Groups.pushWords)
    }

    /// Why a phone should ring, said when somebody goes out.
    static let pushWords =
        "Your phone can stay dark: we’ll ring you if somebody strays or needs help. Without notices you learn of it on an open page alone."

    /// Lets somebody into a running group, or to wait for it, and tells those who are in it. Does nothing for somebody who
    /// is there already.
    ///
    /// - Returns: whether they are in it: those whom its maker has asked need not wait.
    /// - Throws: `Failure.notFound` for a group that is over; `ValidationErrors` for a full one, and for somebody who is in
    ///   too many; `Failure.tooMany`.
    @discardableResult
    func join(
        _ database: Writer, _ id: ID<FriendGroup>, _ account: ID<Account>, phone: String, _ now: Timestamp
    ) throws -> Bool {
        guard let group = try GroupQueries.group(database, id), group.isRunning(now) else { throw Failure.notFound }
        if let known = try GroupMemberQueries.member(database, of: id, account) { return known.isActive }
        guard try GroupListQueries.memberCount(database, of: id) < FriendGroup.mostMembers else {
            throw ValidationErrors("group", Groups.full)
        }
        try checkRoom(database, for: account, now)
        try Throttles.attempt(database, [(.groupJoining, "\(account)")], now)
        let isAdmitted =
            try !group.needsAdmission || GroupInvitationQueries.isInvitedByMaker(database, account, to: id)
        let member = try GroupMemberQueries.insert(
            database, account, in: id, phone: phone, isAdmitted: isAdmitted, now)
        try GroupInvitationQueries.delete(database, account, from: id)
        try notices.takeBack(database, GroupNotices.invited, subject: id.rawValue, of: account)
        if let conversation = group.conversation {
            try ConversationQueries.insert(database, member: account, in: conversation)
        }
        try partFromHidden(database, member, account, in: id, now)
        try alertOnce(database, isAdmitted ? .joined : .asking, of: member, in: group, now)
        try renew(database, id, by: account)
        return isAdmitted
    }

    static let full = "This group is full: \(FriendGroup.mostMembers) people are in it."

    private func isIn(_ group: FriendGroup, _ viewer: Viewer) throws -> Bool {
        try site.database.read { try GroupMemberQueries.member($0, of: group.id, viewer.id) != nil }
    }

    /// The same page for every word that leads nowhere.
    private func unknown(_ context: RequestContext) -> Response {
        let page = ErrorPage(
            frame: context.frame("No such group"), heading: "This leads to no group",
            message: "The group is over, or it has a new code and a new link. Ask somebody who is in it.",
            isSignedIn: context.viewer != nil)
        return context.page(page, status: .notFound)
    }
}

/// Finding the group that a code or a link leads to.
extension Groups {
    /// The running group of a word; nil if it leads nowhere. A code counts as a try, by account and by network, until it is
    /// the right one: what is short can be guessed.
    ///
    /// - Throws: `Failure.tooMany`.
    private func find(
        _ word: GroupWord, _ context: RequestContext, _ storing: (() throws -> Void) throws -> Void
    ) throws -> FriendGroup? {
        guard case .code(let code) = word else { return try lookUp(code: "", word.text, context.now) }
        var counters = context.networkCounters(.code)
        if let viewer = context.viewer { counters.append((.code, "group-\(viewer.id)")) }
        try site.throttles.attemptReading(counters, context.now)
        guard let group = try lookUp(code: code, word.text, context.now) else { return nil }
        try storing { try site.throttles.succeeded(forgotten: [], returned: counters, context.now) }
        return group
    }

    private func lookUp(code: String, _ secret: String, _ now: Timestamp) throws -> FriendGroup? {
        let hash = TokenHash.of(secret)
        return try site.database.read { try GroupQueries.group($0, code: code, linkHash: hash, now) }
    }

    /// What only shows a page also does so on a full disk.
    private static func whileReading(_ store: () throws -> Void) throws {
        do { try store() } catch is DatabaseError {}
    }
}
