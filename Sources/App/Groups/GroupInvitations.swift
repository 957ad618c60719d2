import Database
import Foundation
import HTTP
import Proximity

/// Asking friends into a group: each gets a notice that leads to the page on which they join, or not.
extension Groups {
    var invitationRoutes: [Route] { [.post("/groups/{id}/invite", inviteFriends)] }

    /// `POST /groups/{id}/invite` (username and circle, repeatable)
    func inviteFriends(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let names = try namedFriends(context, viewer)
        do {
            let (group, asked) = try site.database.write { database in
                let view = try running(database, context, viewer)
                try Throttles.attempt(database, [(.groupAction, "\(viewer.id)")], context.now)
                let people = try self.friends(database, named: names, of: viewer.id)
                if people.isEmpty { throw ValidationErrors("username", "Choose whom to ask.") }
                return (view.group, try invite(database, people, to: view.group, by: view.own, context.now))
            }
            return context.redirect(to: GroupPaths.group(group.id), saying: Groups.words(asked: asked))
        } catch let errors as ValidationErrors {
            return try settingsPage(context, viewer, errors, status: .unprocessableContent)
        }
    }

    /// The folded usernames of a form, with the members of ticked circles.
    func namedFriends(_ context: RequestContext, _ viewer: Viewer) throws -> [String] {
        Friends.distinct(try friends.withCircles(context.form, field: "username", viewer).all("username"))
            .filter { !$0.isEmpty }
    }

    /// The friends of somebody with these usernames.
    ///
    /// - Throws: `ValidationErrors` for a name that is none of a friend, and for too many.
    func friends(_ database: Reader, named names: [String], of account: ID<Account>) throws -> [Person] {
        if names.isEmpty { return [] }
        guard names.count <= FriendGroup.mostMembers else {
            throw ValidationErrors("username", "You can ask \(FriendGroup.mostMembers) friends at once.")
        }
        let known = try friends.friends(database, of: account)
        return try names.map { name in
            guard let person = known.first(where: { Username.fold($0.username) == name }) else {
                throw ValidationErrors("username", "\(name.prefix(32)) is not among your friends.")
            }
            return person
        }
    }

    /// Asks people into a running group, and tells each once.
    ///
    /// - Returns: those who are asked now: not those who are in it or were asked before.
    func invite(
        _ database: Writer, _ people: [Person], to group: FriendGroup, by member: GroupMember, _ now: Timestamp
    ) throws -> [Person] {
        var asked: [Person] = []
        for person in people
        where try GroupMemberQueries.member(database, of: group.id, person.id) == nil
            && GroupInvitationQueries.insert(database, person.id, to: group.id, by: member.id, now)
        {
            try notices.announce(
                database, GroupNotices.invited, subject: group.id.rawValue, to: person.id, from: member.person.id, now)
            asked.append(person)
        }
        guard try GroupInvitationQueries.count(database, to: group.id) <= FriendGroup.mostInvited else {
            throw ValidationErrors("username", "\(FriendGroup.mostInvited) people are asked already.")
        }
        return asked
    }

    /// Leads somebody who is asked into a group from its page to that on which they join.
    ///
    /// - Throws: `Failure.notFound` for somebody who is not asked.
    func leadToJoining(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let invitations = try site.database.read {
            try GroupInvitationQueries.open($0, to: viewer.id, context.now)
        }
        guard let found = invitations.first(where: { "\($0.group.id)" == context.parameters["id"] }) else {
            throw Failure.notFound
        }
        let secret = GroupLink.secret(found.group.id, version: found.group.linkVersion, site.key)
        return context.redirect(to: GroupPaths.invitation(secret))
    }

    /// "Leena and Mikko are asked."
    static func words(asked people: [Person]) -> String {
        switch people.count {
        case 0: "They’re asked already."
        case 1: "\(people[0].name) is asked."
        case 2...3: "\(WordList.join(people.map { $0.name })) are asked."
        default: "\(people.count) friends are asked."
        }
    }

    /// The friends whom somebody may ask, those of the last groups first, and the circles that tick several of them.
    func choices(
        _ database: Reader, for viewer: Viewer, besides members: Set<ID<Account>> = [], _ form: FormFields?,
        _ errors: ValidationErrors
    ) throws -> FriendChoicesPart {
        let companions = try GroupInvitationQueries.companions(database, of: viewer.id)
        let people = try friends.friends(database, of: viewer.id).filter { !members.contains($0.id) }
        let last = companions.values.max()
        let sorted = people.enumerated().sorted { one, other in
            let (first, second) = (companions[one.element.id], companions[other.element.id])
            return first == second ? one.offset < other.offset : (first?.rawValue ?? 0) > (second?.rawValue ?? 0)
        }
        // Who came last time is asked again, unless the form says otherwise.
        let usual = people.filter { last != nil && companions[$0.id] == last }.map { Username.fold($0.username) }
        return FriendChoicesPart(
            field: "username", legend: "Who comes?", sorted.map { $0.element },
            try friends.circles(database, of: viewer.id),
            chosen: Set(form.map { Friends.distinct($0.all("username")) } ?? usual),
            circled: Set(form?.all("circle") ?? []), errors)
    }
}

extension Groups {
    /// Its subject is the group.
    var invitedKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.invited, icon: "users", words: "A friend asks you to come along",
            push: PushManner(urgency: .high, life: 6 * 3_600, group: .subject)
        ) { database, notices, account, now in
            let invitations = try GroupInvitationQueries.open(database, to: account, now)
            var texts: [ID<Notice>: NoticeText] = [:]
            for notice in notices {
                guard let found = invitations.first(where: { $0.group.id.rawValue == notice.subject }) else { continue }
                let isOne = invitations.filter { $0.group.name == found.group.name }.count == 1
                // Who is not in them yet knows of both until when they run.
                let reader = try isOne ? nil : GroupReader(database, account)
                let end = reader.map { RelativeTimeFormatter($0.zone, now: now).ahead(found.group.endsAt) }
                // Not the link itself, whose secret would leave the site.
                texts[notice.id] = NoticeText(
                    title: "\(found.inviter.name) asks you to come along: \(found.group.name)"
                        + (end.map { ", ends \($0)" } ?? ""),
                    path: GroupPaths.group(found.group.id), action: "Join")
            }
            return texts
        }
    }
}

extension FriendGroup {
    /// Most people who are asked into one group.
    static let mostInvited = 100
}
