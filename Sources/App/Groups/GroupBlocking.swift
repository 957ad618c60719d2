import Database
import HTTP
import Proximity

/// Whom the maker of a group has blocked. The two are absent from each other's group, but the maker can still let them in or
/// remove them: else nobody could.
extension Groups {
    /// Another member whom the viewer, who made the group, may admit or remove.
    func removable(_ database: Reader, _ view: GroupView, _ id: String?) throws -> GroupMember {
        guard view.own.isMaker, let id = id.flatMap({ ID<GroupMember>($0) }), id != view.own.id,
            let member = try view.members.first(where: { $0.id == id })
                ?? blocked(database, in: view).first(where: { $0.id == id })
        else { throw Failure.notFound }
        return member
    }

    /// Those in a group whom its maker has blocked; nobody for other members, who can do nothing about them.
    func blocked(_ database: Reader, in view: GroupView) throws -> [GroupMember] {
        guard view.own.isMaker else { return [] }
        return try GroupMemberQueries.members(database, of: view.group.id, blockedBy: view.own.person.id)
    }

    /// Puts somebody out. The old code and link lead nowhere, because they know them.
    func remove(_ database: Writer, _ member: GroupMember, from group: FriendGroup, _ now: Timestamp) throws {
        try depart(database, member, from: group, now)
        if member.isGuest { try accounts.endGuest(database, member.person.id, now) }
        try renewLink(database, group)
    }
}

extension Groups: BlockChoiceSource {
    private static let choice = "group"

    func blockChoices(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> [BlockChoice] {
        let groups = try GroupQueries.groups(database, madeBy: viewer.id, with: person.id, now)
        let views = try groups.count > 1 ? GroupView.running(database, of: viewer.id, now) : []
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        return groups.map { group in
            let name = views.first { $0.group.id == group.id }?.name(words) ?? group.name
            return BlockChoice(
                name: Groups.choice, value: "\(group.id)", words: "And remove \(person.name) from \(name)",
                hint: "Otherwise they go on seeing the others. The code and the link change.")
        }
    }

    func blocked(
        _ database: Writer, _ person: Person, _ form: FormFields, by viewer: Viewer, _ now: Timestamp
    ) throws -> String {
        let ticked = Set(form.all(Groups.choice))
        let groups = try GroupQueries.groups(database, madeBy: viewer.id, with: person.id, now)
            .filter { ticked.contains("\($0.id)") }
        for group in groups {
            guard let member = try GroupMemberQueries.member(database, of: group.id, person.id) else { continue }
            try remove(database, member, from: group, now)
        }
        return groups.isEmpty ? "" : "They are out of \(WordList.join(groups.map { $0.name }))."
    }
}
