import Database
import Testing

@testable import App

extension PlanTests {
    /// A note with a link that is followed, renewed and turned off.
    func visitNoteLinks(_ site: TestSite) throws {
        let site = try site.copy()
        let note = try site.leave("linked", for: "mikko", at: DemoCast.Place.oodi.coordinate) { $0.isByLink = true }
        let aino = try site.member("aino_k")
        try aino.get(NotePaths.note(note)).submit(NotePaths.makeLink(note)).get("/settings/visibility")
        let link = try NoteLinkTests.link(aino.get(NotePaths.note(note)).page)
        try Visitor(site).get(link).gets(200)
        try site.member("ville").get(link).submit(link).gets(200)
        try aino.get(NotePaths.note(note)).submit(NotePaths.revokeLink(note)).gets(200)
        try site.app.site.database.write { try site.app.notes.restored($0) }
    }
}
