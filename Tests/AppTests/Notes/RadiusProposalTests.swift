import Atlas
import Database
import Foundation
import Proximity
import Testing

@testable import App

/// The radius that the form of a note proposes.
struct RadiusProposalTests {
    private static let place = DemoCast.Place.esplanadi.coordinate

    @Test(
        arguments: [
            (Ground.park, nil, 10.0), (.park, 8, 10), (.park, 30, 35), (.street, nil, 20), (.street, 4, 15),
            (.street, 18, 20), (.street, 25, 25), (.street, 40, 50), (.street, 99, 50),
        ] as [(Ground, Double?, Double)])
    func `it is by the ground and the sender's accuracy`(ground: Ground, accuracy: Double?, metres: Double) throws {
        let proposal = try #require(RadiusProposal(ground, accuracy: accuracy.map { Metres($0) }, .metric))
        #expect(proposal.metres == metres && PlaceForm.note.stops.contains(metres))
        let isMeasured = ground == .park ? metres > 10 : metres > 25
        #expect(proposal.why.contains("Your phone was last exact to ±") == isMeasured)
        #expect(isMeasured || proposal.why.contains(ground == .park ? "Open sky" : "Between houses"))
    }

    @Test func `where the map tells nothing only an inaccurate phone asks for more than usual`() {
        #expect(RadiusProposal(nil, accuracy: nil, .metric) == nil)
        #expect(RadiusProposal(nil, accuracy: 9, .metric) == nil)
        #expect(RadiusProposal(nil, accuracy: 23, .metric)?.value == "25")
    }

    @Test func `an accuracy counts for half an hour`() {
        let now = TestSite.noon
        func accuracy(_ metres: Metres?, age: Double = 60) -> Metres? {
            let last = LastPosition(coordinate: Self.place, accuracy: metres, takenAt: now - age)
            return RadiusProposal.accuracy(of: last, now)
        }
        #expect(accuracy(12) == 12 && accuracy(60) == 60 && accuracy(150) == nil && accuracy(nil) == nil)
        #expect(accuracy(12, age: 1_801) == nil)
        #expect(RadiusProposal.accuracy(of: nil, now) == nil)
    }

    @Test func `a proposal does not tell whether its sender stood at the place`() throws {
        let (near, far) = (try TestSite.demo().member("aino_k"), try TestSite.demo().member("aino_k"))
        try near.stand(at: Self.place, accuracy: 33).get("/notes/new")
        try far.stand(at: Self.place.destination(bearing: 90, distance: 50_000), accuracy: 33).get("/notes/new")
        for aino in [near, far] { try move(aino, to: Self.place) }
        #expect(try field(near, "radius_m") == "35" && field(far, "radius_m") == "35")
    }

    private func field(_ visitor: Visitor, _ name: String) throws -> String {
        let form = try #require(visitor.page.forms.first { $0.action == "/notes" })
        return try #require(form.fields.first { $0.name == name }?.value)
    }

    /// Sends the form to its preview with another place.
    private func move(_ visitor: Visitor, to place: Coordinate, _ fields: [(name: String, value: String)] = []) throws {
        let form = try #require(visitor.page.forms.first { $0.action == "/notes" })
        let sent =
            [(name: "lat", value: "\(place.latitude)"), (name: "lon", value: "\(place.longitude)")] + fields
        let kept = form.fields.filter { field in !sent.contains { $0.name == field.name } }
        try visitor.post("/notes/new", kept + sent).gets(200)
    }

    @Test func `the form proposes where its writer stands, and anew where the place moves`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.stand(at: Self.place, accuracy: 33).get("/notes/new")
        #expect(try field(aino, "radius_m") == "35" && field(aino, "radius_proposed") == "35")
        aino.sees("Your phone was last exact to ±33 m")
        // At sea nothing but the phone speaks for it.
        let sea = try #require(Coordinate(latitude: 59.9, longitude: 24.9))
        try move(aino, to: sea)
        #expect(try field(aino, "radius_m") == "35")
        try aino.stand(at: Self.place, accuracy: 5).get("/notes/new")
        #expect(try field(aino, "radius_m") == "10")
        try move(aino, to: sea)
        #expect(try field(aino, "radius_m") == "" && field(aino, "radius_proposed") == "")
        aino.sees("A hint helps")
    }

    @Test func `what somebody chose stays, the usual radius too`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.stand(at: Self.place, accuracy: 33).get("/notes/new")
        for chosen in ["100", ""] {
            try move(aino, to: Self.place, [("radius_m", chosen)])
            #expect(try field(aino, "radius_m") == chosen)
            aino.seesNot("Your phone was last")
            try move(aino, to: Self.place.destination(bearing: 0, distance: 10))
            #expect(try field(aino, "radius_m") == chosen)
        }
        try move(aino, to: Self.place, [("hint", "Oak")])
        #expect(aino.page.text.contains(/data-hint-offer +hidden/))
    }

    @Test func `a note that names no radius has the usual one, an edited one its own`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: Self.place, accuracy: 33).get("/notes/new").post(
            "/notes",
            [
                ("csrf", aino.token), ("text", "No radius"), ("to", "mikko"), ("lat", "60.17"), ("lon", "24.94"),
                ("key", "none"),
            ])
        let (id, radius) = try #require(
            try site.app.site.database.read {
                try $0.first("SELECT id, radius_m FROM note WHERE text = 'No radius'") {
                    (try $0["id"] as ID<Note>, try $0["radius_m"] as Double)
                }
            })
        #expect(abs(radius - Gate.noteRadius.value) < 0.001)
        try aino.get(NotePaths.edit(id))
        #expect(!aino.page.text.contains("radius_proposed"))
    }

    @Test func `a script is told what a place proposes`() throws {
        let aino = try TestSite.demo().member("aino_k").stand(at: Self.place, accuracy: 33)
        let path = "/map/place?lat=\(Self.place.latitude)&lon=\(Self.place.longitude)&radius=1"
        try aino.get(path).sees(#""radius":"35""#, "Your phone was last exact to ±33 m", "Esplanadinpuisto")
        let sea = "/map/place?lat=59.9&lon=24.9&radius=1"
        try aino.get(sea).sees(#""radius":"35""#).stand(at: Self.place, accuracy: 5)
        try aino.get(sea).sees(#""radius":"""#, #""why":"""#).get(path).sees(#""radius":"10""#, "Open sky")
    }
}
