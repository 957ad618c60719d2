import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Nobody learns where in a group somebody is who is hidden from them: two worlds that differ in the hidden one's place alone say
/// the same to them, to the byte, whatever positions they invent.
struct GroupTwinTests {
    private static let names = ["aino_k", "mikko", "leena", "sofia"]

    /// Where Leena is in the one world and in the other, in metres to the north of the others.
    static let places = [(0.0, 620.0), (-250, 250), (400, 2_000), (-1_100, 1_100)]

    /// Two copies of a world.
    private func worlds(_ names: [String] = names, _ prepare: (GroupOuting) throws -> Void) throws -> [GroupOuting] {
        let outing = try GroupOuting(names)
        try prepare(outing)
        return [try GroupOuting(copyOf: outing), try GroupOuting(copyOf: outing)]
    }

    private func block(_ outing: GroupOuting) throws {
        try outing.visitor("leena").get("/people/mikko").submit("/people/mikko/block")
    }

    /// Everything that Mikko can get.
    private func compare(_ worlds: [GroupOuting]) throws {
        var twins = Twins(try worlds[0].visitor("mikko"), try worlds[1].visitor("mikko"))
        twins.hidesIDs = true
        let door = worlds[0].door
        twins.starts = [
            door.path, "\(door.path)/live", "\(door.path)/settings", "/groups", "/notices", "/events/latest?after=0",
            try worlds[0].path(of: "aino_k"), try worlds[0].path(of: "sofia"),
        ]
        _ = try twins.compareAllPages()
        for word in ["told", "texts"] {
            let said = try worlds.map { world in
                word == "told" ? try world.told("mikko") : try world.texts("mikko").map { "\($0)" }
            }
            #expect(masked(said[0]) == masked(said[1]), "\(word)")
        }
    }

    private func masked(_ texts: [String]) -> [String] { texts.map { $0.replacing(#/\d{16,19}/#, with: "ID") } }

    /// Mikko invents positions round all of them while Sofia wanders, and reads every answer.
    private func search(_ worlds: [GroupOuting], leena: (Double, Double), steps: Int = 17) throws {
        for step in 0..<steps {
            let radius = [150.0, 320, 500, 900][step % 4]
            let angle = Double(step) * 0.9
            var answers: [String] = []
            for (world, place) in zip(worlds, [leena.0, leena.1]) {
                try world.walk("aino_k", north: 0)
                try world.walk("sofia", north: step % 6 < 3 ? 330 : 20)
                try world.walk("leena", north: place)
                answers.append(try world.walk("mikko", north: radius * cos(angle), east: radius * sin(angle)))
                world.site.wait(seconds: 11)
                world.site.app.runJobs()
            }
            #expect(masked(answers)[0] == masked(answers)[1], "step \(step)")
        }
    }

    @Test(arguments: places) func `an invented position finds nobody who is hidden`(leena: (Double, Double)) throws {
        let worlds = try worlds {
            try $0.gather()
            try block($0)
        }
        try search(worlds, leena: leena)
        try compare(worlds)
        // Silence, and what a single position says.
        for (world, place) in zip(worlds, [leena.0, leena.1]) {
            for name in ["aino_k", "sofia"] { try world.walk(name, north: 0) }
            try world.walk("leena", north: place)
            try world.walk("mikko", north: 480)
            world.site.wait(seconds: 31)
            world.site.app.runJobs()
        }
        try compare(worlds)
        for world in worlds {
            world.site.wait(seconds: 700)
            world.site.app.runJobs()
        }
        try compare(worlds)
    }

    @Test func `those who see everybody are told what the places are like`() throws {
        let worlds = try worlds {
            try $0.gather()
            try block($0)
        }
        try search(worlds, leena: GroupTwinTests.places[1])
        #expect(try worlds[0].told("aino_k") != worlds[1].told("aino_k"))
    }

    @Test func `nor does who leaves and comes back`() throws {
        let worlds = try worlds { try block($0) }
        let leena = GroupTwinTests.places[3]
        for _ in 0..<3 {
            for (world, place) in zip(worlds, [leena.0, leena.1]) {
                // Whether Sofia is away depends on where Leena is, while Mikko is gone.
                try world.act("mikko", GroupPaths.leave(world.door.id)).gets(200)
                for _ in 0..<2 {
                    try world.walk("aino_k", north: 0)
                    try world.walk("leena", north: place)
                    try world.walk("sofia", north: 330)
                    world.site.wait(seconds: 20)
                }
                try world.visitor("mikko").get(world.door.byLink).submit(world.door.byLink)
                try world.walk("mikko", north: 10)
                world.site.wait(seconds: 20)
            }
            try compare(worlds)
        }
        #expect(try worlds[0].state() != worlds[1].state())
    }

    @Test func `a block takes nobody's alert away`() throws {
        let outing = try GroupOuting(GroupTwinTests.names)
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.stray("sofia")
        func shows(_ name: String) throws -> Bool {
            try outing.site.member(signedUp: name).get("/archive").page.plain.contains("sofia is more than 300 m")
        }
        #expect(try shows("mikko") && shows("leena"))
        try block(outing)
        #expect(try shows("mikko") && shows("leena") && shows("aino_k"))
        // She is back, as each of them knows it.
        try outing.gather()
        try outing.approach("sofia")
        for name in GroupTwinTests.names where name != "sofia" {
            #expect(try !shows(name) && outing.told(name).contains("group.back"), "\(name)")
        }
    }

    @Test func `who is let in again is judged with all`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "leena"])
        try outing.gather()
        try block(outing)
        try outing.visitor("leena").get("/friends/blocked").submit("/people/mikko/unblock")
        outing.site.wait(seconds: 20)
        try outing.gather()
        #expect(
            try outing.view("mikko").others.count == 2
                && outing.view("mikko").fix(of: outing.member("leena"), outing.site.now) != nil)
        outing.site.wait(seconds: 20)
        try outing.stray("leena")
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed"]) }
        #expect(try outing.told("leena") == ["group.left"])
    }
}
