import HTTP
import Testing

@testable import App

/// What is open to guests.
struct GuestRouteTests {
    @Test func `these closed routes are open to guests`() throws {
        let routes = try TestSite.empty().app.routes
        let open = routes.filter { $0.access == .signedInOrGuest }.map { $0.name }
        // Guests have no friends to ask.
        let ofGroups = routes.map { $0.name }.filter { $0.contains("/groups/{id}") && !$0.hasSuffix("/invite") }
        #expect(Set(ofGroups).count > 20 && Set(ofGroups).isSubset(of: open))
        #expect(
            open.filter { !ofGroups.contains($0) }.sorted() == [
                "GET /banners", "GET /events", "GET /events/latest", "GET /logout", "GET /map/place",
                "GET /media/{name}", "GET /media/{name}/{size}", "GET /notices", "POST /notices/read",
                "POST /positions",
                "POST /settings/push", "POST /settings/push/{id}/delete",
            ])
    }

    @Test func `at every other closed route a guest is led to their page, and nothing changes`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, _) = try site.guest()
        let before = try site.everythingStored()
        let routes = site.app.routes.filter { $0.access == .signedIn }
        #expect(routes.count > 100)
        for route in routes {
            let path = route.pattern.replacing("{username}", with: "aino_k").replacing(#/\{\w+\}/#, with: "1")
            if route.method == .get {
                try guest.get(path).isAt(Den.path)
                try guest.get(path, accept: "application/json").gets(403).sees("Make an account first.")
            } else {
                for token in [guest.token, "forged"] { try guest.post(path, [("csrf", token)]).isAt(Den.path) }
                try guest.post(path, [("csrf", guest.token)], accept: "application/json").gets(403)
            }
        }
        #expect(try site.everythingStored() == before)
    }

    @Test func `without a page of their own they get to the login`() throws {
        let site = try TestSite.demo()
        let (guest, _) = try site.guest()
        for path in ["/", "/friends"] { try guest.get(path).isAt("/login").gets(200).sees("no longer here as a guest") }
    }

    @Test func `the administration does not exist for guests`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, _) = try site.guest()
        for route in site.app.routes where route.access == .admin {
            let path = route.pattern.replacing(#/\{\w+\}/#, with: "1")
            if route.method == .get {
                try guest.get(path).gets(404)
            } else {
                try guest.post(path, [("csrf", guest.token)]).gets(404)
            }
        }
    }

    @Test func `open pages take a guest for somebody without an account`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let link = try InviteTests.make(site.member("mikko"))
        let (guest, _) = try site.guest()
        try guest.get("/").isAt(Den.path)
        try guest.get("/login").gets(200).sees("no longer here as a guest")
        try guest.get(link).gets(200).sees("mikko", "Sign up").seesNot("Add friend")
        #expect(guest.cookies["invitation"] != nil)
        try guest.post(link, [("csrf", guest.token)]).isAt(Den.path)
        for path in ["/password/forgot", "/offline", "/atlas/0/0/0.svg"] { try guest.get(path).gets(200) }
        try guest.get("/nowhere").gets(404).sees("Home").seesNot("Go to map")
    }

    @Test func `no link and no form on a guest's pages leads to where they may not go`() throws {
        let site = try TestSite.demo()
        site.addDen()
        let (guest, _) = try site.guest()
        for path in [Den.path, "/logout", "/signup", "/nowhere"] {
            let page = try guest.get(path).page
            #expect(page.plain.contains("Make an account") && page.plain.contains("Leave"))
            for link in page.links where link.hasPrefix("/") && !link.contains(".") {
                let answer = try guest.fetch(link)
                #expect(answer.status == .ok || answer.headers["location"] == Den.path && link == "/", "\(link)")
            }
        }
    }

    @Test func `a position of a guest is stored, and opens and tells nothing`() throws {
        let site = try TestSite.demo()
        site.addDen()
        try site.leaveRelic("for all", from: "mikko", at: DemoCast.Place.oodi.coordinate)
        let (guest, id) = try site.guest()
        try guest.stand(at: DemoCast.Place.oodi.coordinate).gets(200).sees(#""events":[]"#)
        #expect(try site.references(to: id).contains("position.account_id"))
        site.wait(seconds: 5)
        try guest.post("/positions", [("csrf", guest.token), ("lat", "x"), ("lon", "24")]).isAt(Den.path)
        try guest.post("/positions", [("csrf", guest.token), ("lat", "60"), ("lon", "24")], accept: "application/json")
            .gets(200)
    }
}
