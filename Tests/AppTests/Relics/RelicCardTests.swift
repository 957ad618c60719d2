import Proximity
import Testing

@testable import App

/// A relic as a card in a message.
struct RelicCardTests {
    @Test func `a relic shows what its reader may know`() throws {
        let world = try RelicWorld()
        let site = world.site
        let nothing = try site.cardText(at: "/relics/99", for: "ville")
        #expect(try site.card(at: world.path, for: "leena").title == "Your photo")
        let known = try site.card(at: world.path, for: "ville")
        #expect(known.title == "Photo from leena" && known.detail == "Locked")
        try site.member("ville").stand(at: RelicWorld.away)
        #expect(try site.card(at: world.path, for: "ville").detail == "180 m away · locked")
        #expect(!(try site.cardText(at: world.path, for: "ville")).contains("froze"))
        try site.block("leena", "ville")
        #expect(try site.cardText(at: world.path, for: "ville") == nothing)
        try site.member("leena").get(world.path).submit(RelicPaths.delete(world.id))
        #expect(try site.cardText(at: world.path, for: "leena") == nothing)
        #expect(try site.cardText(at: world.path, for: "jonas") == nothing)
    }
}
