import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// `POST /relics/{id}/unlock`
struct RelicUnlockTests {
    private func unlock(_ visitor: Visitor, _ world: RelicWorld, _ password: String) throws {
        try visitor.post("\(world.path)/unlock", [("csrf", visitor.token), ("password", password)])
    }

    @Test func `the password opens it near, a wrong one is said at its field`() throws {
        let world = try RelicWorld()
        let mikko = try world.there("mikko").get(world.path).sees("You are here", "only the password is missing")
        try unlock(mikko, world, "stalactite")
        mikko.gets(422).sees("That's not the password.")
        #expect(mikko.page.text.contains("aria-invalid=\"true\"") && !mikko.page.text.contains("stalactite"))
        try unlock(mikko, world, "")
        mikko.gets(422).sees("Type the password.")
        try unlock(mikko, world, String(repeating: "x", count: 5_000))
        mikko.gets(422)
        try unlock(mikko, world, " icicle ")
        mikko.gets(200).isAt(world.path).sees("It froze")
        #expect(try world.count("relic_opening") == 1)
    }

    @Test func `from afar nothing is compared`() throws {
        let world = try RelicWorld()
        let mikko = try world.site.member("mikko").stand(at: RelicWorld.away).get(world.path)
        for word in [RelicWorld.password, "wrong"] {
            for _ in 0..<6 {
                try unlock(mikko, world, word)
                mikko.gets(422).sees("180 m away")
            }
        }
        // No try was counted.
        world.site.wait(seconds: 20)
        try mikko.stand(at: RelicWorld.place)
        try unlock(mikko, world, RelicWorld.password)
        mikko.gets(200).sees("It froze")
    }

    @Test func `after five wrong ones the right one waits too`() throws {
        let world = try RelicWorld()
        let mikko = try world.there("mikko").get(world.path)
        for number in 0..<5 {
            try unlock(mikko, world, "wrong \(number)")
            mikko.gets(422)
        }
        try unlock(mikko, world, RelicWorld.password)
        mikko.gets(429).sees("Too many tries. Try again in 10 seconds.")
        #expect(mikko.page.headers["retry-after"] == "10")
        #expect(try world.count("relic_opening") == 0)
        // Somebody else's tries are their own.
        _ = try world.opener("sofia")
        world.site.wait(seconds: 10)
        try mikko.stand(at: RelicWorld.place)
        try unlock(mikko, world, RelicWorld.password)
        mikko.gets(200).sees("It froze")
    }

    @Test func `one without a password opens near, and one that is open leads to its page`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.there("mikko")
        for _ in 0..<2 {
            try unlock(mikko, world, "")
            mikko.gets(200).isAt(world.path).sees("It froze")
        }
        world.site.wait(seconds: 600)
        try unlock(mikko, world, "")
        mikko.isAt(world.path).sees("It froze")
    }

    @Test func `receipts are given only by who gives them`() throws {
        let world = try RelicWorld()
        let mikko = try world.site.member("mikko").get("/settings")
        let form = try #require(mikko.page.forms.first { $0.action == "/settings/preferences" })
        try mikko.post("/settings/preferences", form.fields.filter { $0.name != "receipts" }).sees("Saved.")
        _ = try world.opener("mikko")
        world.site.wait(seconds: HalfHour.seconds)
        try world.site.member("leena").get(world.path).sees("You haven’t heard of anybody")
    }

    @Test func `none that there is not`() throws {
        let world = try RelicWorld()
        let mikko = try world.there("mikko").get("/")
        for path in ["/relics/1/unlock", "/relics/x/unlock", "/relics/1/visit", "/relics/1/report"] {
            try mikko.post(path, [("csrf", mikko.token), ("password", "icicle")]).gets(404)
        }
    }
}
