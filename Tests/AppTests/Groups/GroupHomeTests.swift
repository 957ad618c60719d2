import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Groups on the home page: the chip, the members on the map, and the way to the group.
struct GroupHomeTests {
    private static let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 40_000)

    private let site: TestSite
    private let aino: Visitor
    private let mikko: Visitor

    init() throws {
        site = try TestSite.empty()
        (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
    }

    private var home: String {
        "/?lat=\(GroupHomeTests.place.latitude)&lon=\(GroupHomeTests.place.longitude)&z=16"
    }

    private func chips(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /<a class="map-chip[^>]*>(?:<svg.*?<\/svg>)?([^<]+)/).map {
            $0.output.1.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Aino and Mikko out together, with Mikko near the place.
    private func out() throws -> (id: ID<FriendGroup>, pin: String) {
        let id = try site.makeGroup(by: "aino_k")
        let member = try site.join(id, try site.account("mikko"))
        try mikko.stand(at: GroupHomeTests.place)
        return (id, "href=\"\(GroupPaths.member(id, member))\"")
    }

    @Test func `the chip is there for who is in a running group, and hides and shows its members`() throws {
        try aino.get(home)
        #expect(!chips(aino).contains("Groups"))
        let (_, pin) = try out()
        try aino.get(home)
        #expect(chips(aino).contains("Groups"))
        #expect(aino.page.text.contains(pin) && aino.page.text.contains("mikko, Friday"))
        try aino.get(home + "&groups=off")
        #expect(chips(aino).contains("Groups") && !aino.page.text.contains(pin))
        site.wait(seconds: 6 * 3_600)
        try aino.get(home)
        #expect(!chips(aino).contains("Groups") && !aino.page.text.contains(pin))
    }

    @Test func `the home page leads to a group that runs, and to one that has to let one in`() throws {
        let (id, _) = try out()
        let asked = try site.makeGroup("Closed", by: "mikko", approve: true)
        try site.join(asked, try site.account("aino_k"))
        try aino.get("/").sees("Friday 1 of 1 with you", "Closed waiting to be let in")
        #expect(aino.page.links.contains(GroupPaths.group(id)) && aino.page.links.contains(GroupPaths.group(asked)))
        site.wait(seconds: 6 * 3_600)
        try aino.get("/").seesNot("Friday", "Closed")
    }

    @Test func `who waits to be let in sees nobody on the map and has no pin there`() throws {
        let asked = try site.makeGroup("Closed", by: "mikko", approve: true)
        let waiting = try site.join(asked, try site.account("aino_k"))
        for visitor in [aino, mikko] { try visitor.stand(at: GroupHomeTests.place) }
        try aino.get(home)
        #expect(!aino.page.text.contains("#pin-person"))
        try mikko.get(home)
        #expect(!mikko.page.text.contains(GroupPaths.member(asked, waiting)))
    }

    @Test func `who pauses, who is blocked and who left are not on the map`() throws {
        let (id, pin) = try out()
        try mikko.press(GroupPaths.pause(id), [("minutes", "30")])
        try aino.get(home)
        #expect(!aino.page.text.contains(pin))
        try mikko.press(GroupPaths.pause(id), [("minutes", "0")])
        site.wait(seconds: 5)
        try mikko.stand(at: GroupHomeTests.place)
        try aino.get(home)
        #expect(aino.page.text.contains(pin))
        let copy = try site.copy()
        try copy.member(signedUp: "mikko").get("/people/aino_k").submit("/people/aino_k/block")
        #expect(try !copy.member(signedUp: "aino_k").get(home).page.text.contains(pin))
        try mikko.press(GroupPaths.leave(id))
        try aino.get(home)
        #expect(!aino.page.text.contains(pin))
    }

    @Test func `somebody who is in two groups with one stands on the map once`() throws {
        _ = try out()
        let second = try site.makeGroup("Second", by: "aino_k")
        try site.join(second, try site.account("mikko"))
        site.wait(seconds: 5)
        try mikko.stand(at: GroupHomeTests.place)
        try aino.get(home)
        #expect(aino.page.text.matches(of: #/<title>mikko,/#).count == 1)
    }
}
