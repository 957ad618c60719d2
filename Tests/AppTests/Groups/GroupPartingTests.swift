import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// What becomes of groups when two people block each other, when somebody is suspended and when a guest leaves.
struct GroupPartingTests {
    private let site: TestSite
    private let id: ID<FriendGroup>

    init() throws {
        site = try TestSite.empty()
        for name in ["aino_k", "mikko", "leena"] { _ = try site.newAccount(name) }
        id = try site.makeGroup(by: "aino_k")
        for name in ["mikko", "leena"] { try site.join(id, try site.account(name)) }
    }

    private func members() throws -> [GroupMember] {
        try site.app.site.database.read { try GroupMemberQueries.members($0, of: id) }
    }

    private func view(_ name: String) throws -> GroupView {
        let account = try site.account(name)
        return try #require(try site.app.site.database.read { try GroupView($0, id, for: account, site.now) })
    }

    private func lines() throws -> [GroupAlert.Kind] {
        try site.app.site.database.read { try GroupAlertQueries.all($0, in: id).map { $0.kind } }
    }

    @Test func `a suspended member is out of the group, and the others are told`() throws {
        try site.administrator().get("/admin/people/mikko").submit("/admin/people/mikko/suspend")
        #expect(try members().map { $0.person.name } == ["aino_k", "leena"])
        #expect(try lines().first == .gone)
        try site.unsuspend(try site.account("mikko"))
        #expect(try members().count == 2)
    }

    @Test func `a group goes on with somebody else when its maker is suspended`() throws {
        try site.administrator().get("/admin/people/aino_k").submit("/admin/people/aino_k/suspend")
        #expect(try members().map { $0.isMaker } == [true, false])
    }

    @Test func `who is suspended while waiting does not wait any more`() throws {
        let asked = try site.makeGroup("Closed", by: "leena", approve: true)
        try site.join(asked, try site.account("mikko"))
        try site.administrator().get("/admin/people/mikko").submit("/admin/people/mikko/suspend")
        let rest = try site.app.site.database.read { try GroupMemberQueries.members($0, of: asked) }
        #expect(rest.map { $0.person.name } == ["leena"])
    }

    @Test func `a guest who leaves the site leaves the group with a word`() throws {
        let guest = try site.guest("Sam")
        try site.join(id, guest.id)
        try guest.visitor.submit("/logout")
        #expect(try members().count == 3)
        #expect(try lines().first == .gone)
    }

    @Test func `a block takes two people out of each other's sight, and not out of the group`() throws {
        try site.member(signedUp: "aino_k").get("/people/mikko").submit("/people/mikko/block")
        #expect(try view("aino_k").members.map { $0.person.name } == ["aino_k", "leena"])
        #expect(try view("mikko").members.map { $0.person.name } == ["mikko", "leena"])
        #expect(try view("leena").members.count == 3)
    }

    @Test func `a block renews the open pages of the two, and nobody else's`() throws {
        let leena = try EventReader.open(site.member(signedUp: "leena"))
        let mikko = try EventReader.open(site.member(signedUp: "mikko"))
        let change = #"{"part":"group-\#(id)"}"#
        try site.member(signedUp: "aino_k").get("/people/mikko").submit("/people/mikko/block")
        #expect(eventually { mikko.data == [change] })
        // What is passed on later comes later.
        let (account, marker) = (try site.account("leena"), #"{"part":"marker"}"#)
        try site.app.site.database.write { site.app.events.pass($0, "change", marker, to: account) }
        leena.gets([marker])
    }

    @Test func `a suspension renews the open pages of those who stay`() throws {
        let leena = try EventReader.open(site.member(signedUp: "leena"))
        try site.administrator().get("/admin/people/mikko").submit("/admin/people/mikko/suspend")
        #expect(eventually { leena.data.contains(#"{"part":"group-\#(id)"}"#) })
    }

    @Test func `running groups of both are renewed by a block, others and those that are over are not`() throws {
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let over = try site.makeGroup("Over", by: "mikko", hours: 1)
        try site.join(over, aino)
        _ = try site.makeGroup("Alone", by: "aino_k")
        site.wait(seconds: 3_700)
        let shared = try site.app.site.database.read { try GroupMemberQueries.shared($0, aino, mikko, site.now) }
        #expect(shared == [id])
    }
}
