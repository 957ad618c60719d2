import Database
import Proximity
import Testing

@testable import App

/// The page on which a new account begins.
struct FirstStepTests {
    private static let place = DemoCast.Place.oodi.coordinate

    /// A newcomer by an invitation of Mikko's, who are friends now.
    private func invited() throws -> (site: TestSite, newcomer: Visitor) {
        let site = try TestSite.demo()
        let link = try SingleInviteTests.make(site.member("mikko"))
        let newcomer = try Visitor(site).get(link).get("/signup").fill("username", "new_here")
            .fill("email", "new_here@example.com").fill("birth_date", "2001-05-31")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
            .submit("/signup")
        // The form did not lead there: the browser still knows the invitation.
        try newcomer.isAt(link).submit(link).isAt("/first").sees("You and mikko are friends.")
        return (site, newcomer)
    }

    @Test func `who is alone sees what one can do alone, and each step goes once it is done`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l").isAt("/first")
        kaisa.sees("Leave a relic where you are", "Invite a friend", "Add a picture of yourself")
        kaisa.seesNot("Take today’s photo")
        #expect(["/relics/new", "/friends/invite", "/settings/profile"].allSatisfy { kaisa.page.links.contains($0) })

        let window = try site.openWindow()
        try kaisa.get("/first").sees("Take today’s photo")
        try site.postDaily(by: site.account("kaisa_l"), in: window)
        try kaisa.get("/first").seesNot("Take today’s photo").sees("Invite a friend")
        _ = try InviteTests.make(kaisa)
        try kaisa.get("/first").seesNot("Invite a friend").sees("Leave a relic where you are")
        try site.leaveRelic("first", from: "kaisa_l", at: FirstStepTests.place)
        try kaisa.get("/first").seesNot("Leave a relic where you are").sees("Add a picture of yourself")
        try kaisa.get("/you").sees("First steps")
        try kaisa.get("/settings/profile").upload("/settings/profile", field: "avatar", file: PictureTests.icon)
        try kaisa.get("/first").isAt("/")
        try kaisa.get("/").seesNot("Your first steps").get("/you").seesNot("First steps")
    }

    @Test func `a photo of the day is no step when it is too late for one`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        let window = try site.openWindow { $0.allowsLate = false }
        try kaisa.get("/first").sees("Take today’s photo")
        site.wait(seconds: window.closesAt - site.now)
        try kaisa.get("/first").seesNot("Take today’s photo")
    }

    @Test func `who was invited leaves their friend a note, and does not hear of being alone`() throws {
        let (site, newcomer) = try invited()
        newcomer.sees("Leave mikko a note").seesNot("Leave a relic where you are", "Invite a friend")
        #expect(newcomer.page.links.contains("/notes/new?to=mikko"))
        try site.leaveNote("first", from: "new_here", for: "mikko", at: FirstStepTests.place)
        try newcomer.get("/first").seesNot("Leave mikko a note").sees("Add a picture of yourself")
    }

    @Test func `of a note the page says what its reader may know, and of a hidden one nothing`() throws {
        let (site, newcomer) = try invited()
        let before = try newcomer.get("/first").page.still
        try site.leave("hidden", from: "mikko", for: "new_here", at: FirstStepTests.place)
        #expect(try newcomer.get("/first").page.still == before)

        let far = FirstStepTests.place.destination(bearing: 90, distance: 5_000)
        let pinned = try site.leave("pinned", from: "mikko", for: "new_here", at: far) { $0.isOnMap = true }
        try newcomer.get("/first").sees("A note from mikko is on your map").seesNot("secret words")
        #expect(newcomer.page.links.contains("/notes/\(pinned)/waiting"))
        try newcomer.stand(at: FirstStepTests.place).sees("note.found")
        try newcomer.get("/first").sees("You found a note from mikko").seesNot("secret words", "is on your map")

        try newcomer.get("/people/mikko").submit("/people/mikko/block").get("/first")
        newcomer.seesNot("is on your map", "Leave mikko a note").sees("Leave a relic where you are")
    }

    @Test func `a request is the first step, and who has asked is not told to invite`() throws {
        let site = try TestSite.demo()
        let kaisa = try site.newAccount("kaisa_l")
        try kaisa.get("/people/ville").submit("/friends/requests").get("/first").seesNot("Invite a friend")
        try site.addRequest(from: site.account("noor_h"), to: site.account("kaisa_l"))
        try kaisa.get("/first").sees("noor_h wants to be friends")
    }

    @Test func `the page goes when it is put away, and by itself after a month`() throws {
        let site = try TestSite.empty()
        let (kaisa, ville) = (try site.newAccount("kaisa_l"), try site.newAccount("ville"))
        try kaisa.get("/").sees("Your first steps").get("/first").submit("/first/done").isAt("/")
            .sees("First steps are hidden.")
        try kaisa.get("/first").isAt("/").seesNot("Your first steps").get("/you").seesNot("First steps")
        try ville.get("/first").isAt("/first")
        site.wait(seconds: FirstSteps.life + 1)
        site.sweep()
        let later = Visitor(site)
        try later.get("/login").fill("username", "ville").fill("password", "long enough for me").submit("/login")
        try later.get("/first").isAt("/").seesNot("Your first steps")
    }

    @Test func `who was here before has no first steps, and accepts invitations as before`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/first").isAt("/").get("/you").seesNot("First steps")
        let link = try SingleInviteTests.make(site.member("mikko"))
        try site.member("noor_h").get(link).submit(link).isAt("/friends")
        try Visitor(site).get("/first").isAt("/login?next=\(PathText.component("/first"))")
    }

    @Test func `nothing of it stays of an account that is deleted`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        let id = try site.account("kaisa_l")
        try kaisa.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        #expect(try site.app.site.database.read { try !FirstStepQueries.isOpen($0, for: id) })
    }
}
