import Database
import Foundation
import Proximity
import Testing

@testable import App

/// A demo world whose people live on, and what one sees of them.
struct LivingDemo {
    let site: TestSite

    init() throws { site = try TestSite.livingDemo() }

    /// Goes on for a while, as the job threads do: the quick jobs at every step, the others at the end.
    func live(_ seconds: Double, by step: Double = 30) {
        site.app.beginJobs()
        for _ in 0..<Int(seconds / step) {
            site.wait(seconds: step)
            site.app.runJobs([.prompt])
        }
        site.sweep()
    }

    /// Their group as somebody sees it.
    func group(of name: String = "aino_k") throws -> GroupView {
        let (account, now) = (try site.account(name), site.now)
        let views = try site.app.site.database.read { try GroupView.running($0, of: account, now) }
        return try #require(views.first)
    }

    /// Those of a group who are not with the others just now.
    func absent(from view: GroupView) -> [String] {
        view.active.filter { member in
            member.mutedAt != nil || view.state.condition(of: member.id.rawValue, now: site.now) != .together
        }.map { $0.person.typedName }
    }

    func place(of name: String) throws -> Coordinate {
        let view = try group()
        let member = try #require(view.active.first { $0.person.typedName == name })
        return try #require(view.fix(of: member, site.now)).coordinate
    }

    func count(_ sql: SQL) throws -> Int { try site.app.site.database.read { try $0.value(sql, as: Int.self) } ?? 0 }

    /// What was said in the group, oldest first.
    func said() throws -> [Message] {
        let (view, account) = (try group(), try site.account("aino_k"))
        let conversation = try #require(view.group.conversation)
        return try site.app.site.database.read { database in
            guard let membership = try ConversationQueries.membership(database, conversation, of: account) else {
                return []
            }
            return try ConversationQueries.messages(database, .last, of: membership, for: account).messages
        }
    }
}
