import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The file of a reported relic.
struct ReportedRelicTests {
    @Test func `administrators see the photo of a reported relic until the report is closed`() throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        try mikko.fill("reason", "Rude").submit("\(world.path)/report").sees("Thank you")
        let leena = try world.site.member("leena")
        let photo = try world.site.relicMedia(world.id)
        #expect(try ReportedFiles.opens(mikko, photo))
        try ReportedFiles.check(world.site, of: leena, [photo], as: "A relic") {
            try leena.get(RelicPaths.own).submit("\(world.path)/delete")
            #expect(try !ReportedFiles.opens(mikko, photo))
        }
    }
}
