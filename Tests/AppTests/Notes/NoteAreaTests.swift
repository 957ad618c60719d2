import Database
import Foundation
import Proximity
import Testing

@testable import App

/// The area of a hidden note, for who was told that it waits, and how near they are to it.
struct NoteAreaTests {
    /// Where nothing else lies.
    private static let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 20_000)
    private static let area = SnappedPosition(place)

    /// Noor, who was told of a note that lies somewhere.
    private func told(
        at place: Coordinate = place, hint: String = "Behind the <columns>"
    ) throws -> (world: ReminderWorld, note: ID<Note>, noor: Visitor) {
        let world = try ReminderWorld()
        let note = try world.leave(at: place, hint: hint)
        try world.wait(8 * ReminderWorld.day)
        return (world, note, try world.site.member("noor_h"))
    }

    /// A place so many metres to the east of the middle of the area.
    private func east(_ metres: Double) -> Coordinate {
        Self.area.centre.destination(bearing: 90, distance: Metres(metres))
    }

    @Test func `the notice leads to a map of the area, and the way leads to its middle`() throws {
        let (_, note, noor) = try told()
        try noor.get("/notices").sees("A note from aino_k is waiting for you")
        try noor.get(NotePaths.waiting(note)).gets(200)
            .sees("A note from aino_k waits around here", "“Behind the <columns>”", "Walk there")
        let text = noor.page.text
        #expect(text.contains("data-area=\"\(Self.area.cell.token)\"") && text.contains("map-halo"))
        let middle = Self.area.centre
        let degrees = "\(CoordinateFormatter.full(middle.latitude)) \(CoordinateFormatter.full(middle.longitude))"
        #expect(text.contains("data-walk=\"\(degrees)\""))
        #expect(!text.contains(CoordinateFormatter.degrees(Self.place.latitude)))
    }

    @Test func `nobody else has that page, and nobody before they were told or after it waits no more`() throws {
        let world = try ReminderWorld()
        let note = try world.leave(at: Self.place)
        let noor = try world.site.member("noor_h")
        try noor.get(NotePaths.waiting(note)).gets(404)
        try world.wait(8 * ReminderWorld.day)
        let later = try world.site.member("noor_h")
        try later.get(NotePaths.waiting(note)).gets(200)
        try later.get(NotePaths.note(note)).gets(404)
        try world.site.member("mikko").get(NotePaths.waiting(note)).gets(404)
        try later.stand(at: Self.place).sees("note.found")
        try later.get(NotePaths.waiting(note)).isAt(NotePaths.note(note))
        let other = try told()
        try other.noor.get("/people/aino_k").submit("/people/aino_k/block")
        try other.noor.get(NotePaths.waiting(other.note)).gets(404)
    }

    @Test func `who has notices by push alone has the page too`() throws {
        let world = try ReminderWorld()
        let noor = try world.site.member("noor_h")
        try noor.subscribe(PushDevice("phone"))
        try noor.get("/settings/notices").post(
            "/settings/notices", [("csrf", noor.token), ("digest", "off"), ("note.waiting.push", "on")])
        let note = try world.leave(at: Self.place)
        try world.wait(8 * ReminderWorld.day)
        #expect(try world.told().isEmpty)
        try world.site.member("noor_h").get(NotePaths.waiting(note)).gets(200)
    }

    @Test func `a position's answer says hot, warm, warmer and colder`() throws {
        let (world, _, noor) = try told(at: Self.area.cell.children[0].centre)
        for (metres, words) in [
            (9_000.0, #""around":"""#), (6_000, "Warmer: you’re coming nearer to a note from aino_k."),
            (8_000, "Colder: you’re walking away from a note from aino_k."),
        ] {
            try noor.stand(at: east(metres)).sees(words)
            world.site.wait(seconds: 600)
        }
        world.site.wait(seconds: 1_200)
        try noor.stand(at: Self.area.cell.neighbours[0].centre).sees("Warm: a note from aino_k")
        world.site.wait(seconds: 600)
        try noor.stand(at: Self.area.cell.children[3].centre).sees("Hot: a note from aino_k", #""events":[]"#)
        world.site.wait(seconds: 600)
        try noor.stand(at: Self.area.cell.neighbours[0].centre).sees("Colder: you’re walking away")
        world.site.wait(seconds: 600)
        // Without scripts the message says it.
        try noor.stand(at: Self.area.cell.children[3].centre, accept: nil).sees("Nothing new right here. Hot: ")
    }

    @Test func `what is told is the same to the byte wherever in their cells the note and the person are`() throws {
        let (first, beside) = (Self.area.cell, Self.area.cell.neighbours[2])
        let notes = [first.children[0], first.children[1].children[2]].map { $0.centre }
        for cell in [first, beside] {
            let spots = [cell.children[2].children[1], cell.children[3], cell.children[3].children[0]].map { $0.centre }
            var answers: Set<String> = []
            for spot in notes {
                for viewer in spots {
                    let (_, note, noor) = try told(at: spot)
                    let answer = try noor.stand(at: viewer).page.text
                    let page = try noor.get(NotePaths.waiting(note)).page.still
                    answers.insert(answer + page.replacing("\(note)", with: "ID"))
                }
            }
            #expect(answers.count == 1)
            #expect(answers.allSatisfy { $0.contains(cell == first ? "Hot: " : "Warm: ") })
        }
    }

    @Test func `who was told of an area is not told of the next one at once`() throws {
        let (world, note, noor) = try told()
        let aino = try world.site.member("aino_k")
        func move(to place: Coordinate) throws {
            try aino.get(NotePaths.edit(note)).fill("lat", "\(place.latitude)").fill("lon", "\(place.longitude)")
                .submit(NotePaths.edit(note))
        }
        try move(to: Self.area.cell.children[1].centre)
        try noor.get(NotePaths.waiting(note)).gets(200)
        let away = Self.area.cell.neighbours[0].centre.destination(bearing: 0, distance: 5_000)
        try move(to: away)
        try noor.get(NotePaths.waiting(note)).gets(404)
        try noor.stand(at: away.destination(bearing: 0, distance: 300)).sees(#""around":"""#)
        try world.wait(8 * ReminderWorld.day)
        try world.site.member("noor_h").get(NotePaths.waiting(note)).gets(200)
    }

    @Test func `of a note on the map, or one of which nobody was told, no position tells how near it is`() throws {
        let world = try ReminderWorld()
        try world.leave(at: Self.place)
        let noor = try world.site.member("noor_h")
        try noor.stand(at: east(300)).sees(#""around":"""#)
        // Its place is on the map.
        let pinned = try ReminderWorld()
        try pinned.leave(at: Self.place, isOnMap: true)
        try pinned.wait(8 * ReminderWorld.day)
        try pinned.site.member("noor_h").stand(at: east(300)).sees(#""around":"""#)
    }
}
