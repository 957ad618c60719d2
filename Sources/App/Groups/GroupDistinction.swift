import Database
import Foundation
import Proximity

/// What tells a group from another one of its name that stands beside it for the same person: by whom they see in it or, where
/// that tells nothing, since when they are in it themselves.
enum GroupDistinction: Sendable, Equatable {
    /// "Ville and Noor"
    case company(String)
    case since(Timestamp)

    /// "with Ville and Noor", "since 21:40"
    func words(_ words: RelativeTimeFormatter) -> String {
        switch self {
        case .company(let names): "with \(names)"
        case .since(let time):
            "since \(words.day(time) == words.day(words.now) ? words.clock(time) : words.moment(time))"
        }
    }

    /// "Friday (with Ville and Noor)"
    static func name(_ name: String, _ distinction: GroupDistinction?, _ words: RelativeTimeFormatter) -> String {
        distinction.map { "\(name) (\($0.words(words)))" } ?? name
    }

    /// A group as somebody knows it who is in it.
    struct Known {
        /// The same for those that look the same.
        let look: String
        /// Those whom they see there, besides themselves.
        let others: [Person]
        /// Since when they are in it.
        let since: Timestamp
    }

    /// Of each group; nil for one that looks like no other.
    static func all(_ groups: [Known]) -> [GroupDistinction?] {
        var distinctions: [GroupDistinction?] = groups.map { _ in nil }
        for places in Dictionary(grouping: groups.indices, by: { groups[$0].look.lowercased() }).values
        where places.count > 1 {
            var everywhere = Set(groups[places[0]].others.map { $0.id })
            for place in places { everywhere.formIntersection(groups[place].others.map { $0.id }) }
            let companies = places.map { company(groups[$0].others, everywhere) }
            for (place, company) in zip(places, companies) {
                let isTold = !company.isEmpty && companies.filter { $0 == company }.count == 1
                distinctions[place] = isTold ? .company(company) : .since(groups[place].since)
            }
        }
        return distinctions
    }

    /// "Ville and Noor", "Ville, Noor and 3 others": first those who are not in all of the groups.
    private static func company(_ others: [Person], _ everywhere: Set<ID<Account>>) -> String {
        let names = (others.filter { !everywhere.contains($0.id) } + others.filter { everywhere.contains($0.id) })
            .map { $0.name }
        return WordList.people(names, most: 2)
    }
}

extension GroupDistinction {
    /// Of groups that are over, those that somebody was in on the same day under the same name. Reads nothing more where there
    /// are none.
    static func ofPast(
        _ database: Reader, _ groups: [(id: ID<FriendGroup>, name: String, endedAt: Timestamp)],
        for account: ID<Account>, in zone: TimeZone
    ) throws -> [ID<FriendGroup>: GroupDistinction] {
        func look(_ group: (id: ID<FriendGroup>, name: String, endedAt: Timestamp)) -> String {
            "\(RelativeTimeFormatter.day(group.endedAt, zone)) \(group.name.lowercased())"
        }
        let alike = Dictionary(grouping: groups, by: look).values.filter { $0.count > 1 }.flatMap { $0 }
        guard !alike.isEmpty else { return [:] }
        let members = Dictionary(
            grouping: try GroupMemberQueries.members(database, of: alike.map { $0.id }, for: account)
                .filter { !$0.isHidden && $0.member.isActive }.map { $0.member },
            by: { $0.group })
        let known = alike.map { group in
            let people = members[group.id] ?? []
            return Known(
                look: look(group), others: people.filter { $0.person.id != account }.map { $0.person },
                since: people.first { $0.person.id == account }?.joinedAt ?? group.endedAt)
        }
        let told = zip(alike, all(known)).compactMap { group, distinction in distinction.map { (group.id, $0) } }
        return Dictionary(told) { first, _ in first }
    }
}

extension GroupView {
    /// The same groups, told from each other where they have one name.
    static func distinguished(_ views: [GroupView]) -> [GroupView] {
        let distinctions = GroupDistinction.all(
            views.map { view in
                GroupDistinction.Known(
                    look: view.group.name, others: view.others.map { $0.person }, since: view.own.joinedAt)
            })
        return zip(views, distinctions).map { view, distinction in
            var view = view
            view.distinction = distinction
            return view
        }
    }

    /// "Friday (with Ville and Noor)" beside another Friday.
    func name(_ words: RelativeTimeFormatter) -> String { GroupDistinction.name(group.name, distinction, words) }

    /// The same where the viewer's zone is not known: it is asked for only beside another group of the name.
    func name(_ database: Reader, _ now: Timestamp) throws -> String {
        guard distinction != nil, let reader = try GroupReader(database, own.person.id) else { return group.name }
        return name(RelativeTimeFormatter(reader.zone, now: now))
    }
}

extension Groups {
    /// The running groups of somebody and the alerts that run there, as they stand above every page.
    func running(for viewer: Viewer, _ now: Timestamp) -> [(GroupView, [RunningAlert])] {
        let found = try? runningAlerts.value(viewer.id, in: site.database, now) { database in
            try GroupView.running(database, of: viewer.id, now).map {
                ($0, try RunningAlert.all(database, in: $0, now))
            }
        }
        return found ?? []
    }

    /// What tells a running group from another one of its name; "" where the name does.
    func distinction(of group: ID<FriendGroup>, for viewer: Viewer, _ now: Timestamp) -> String {
        running(for: viewer, now).first { $0.0.group.id == group }?.0.distinction?
            .words(RelativeTimeFormatter(viewer.timeZone, now: now)) ?? ""
    }
}
