import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// What an author can read depends on what the finder has shared, never on what the server knows.
struct AuthorViewTests {
    private static let place = DemoCast.Place.university.coordinate

    /// What the finder does with the note.
    enum PickUp: String, CaseIterable {
        /// Sends a position at the note, nothing more.
        case found
        /// Opens it too, while paused and without receipts.
        case openedInSilence
        /// Opens it with receipts, which are due at the next half hour.
        case openedThisMinute
    }

    /// Aino, who left a note with a photo for Mikko, in one world where he was there and one where he was not.
    private func twins(_ pickUp: PickUp) throws -> (twins: Twins, note: String) {
        let base = try TestSite.demo()
        let aino = try base.member("aino_k")
        try aino.leave("Third window.", for: "mikko", at: AuthorViewTests.place, photo: PictureTests.icon)
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        let mikko = try base.member("mikko")
        if pickUp == .openedInSilence {
            try mikko.get("/settings")
            let form = try #require(mikko.page.forms.first { $0.action == "/settings/preferences" })
            try mikko.post("/settings/preferences", form.fields.filter { $0.name != "receipts" }).sees("Saved.")
            try mikko.get("/you").fill("minutes", "60").submit("/settings/pause")
        }
        let sites = [try base.copy(), try base.copy()]
        for (site, isThere) in zip(sites, [true, false]) {
            let finder = Visitor(site, cookies: mikko.cookies)
            let away = AuthorViewTests.place.destination(bearing: 90, distance: 900)
            try finder.stand(at: isThere ? AuthorViewTests.place : away)
            finder.sees(isThere ? "note.found" : #""events":[]"#)
            if isThere && pickUp != .found { try finder.get(note).gets(200).sees("Third window.") }
            // Ids continue from the clock, which stands still in tests alone.
            site.wait(seconds: 1)
        }
        return (Twins(Visitor(sites[0], cookies: aino.cookies), Visitor(sites[1], cookies: aino.cookies)), note)
    }

    @Test(arguments: Sample.one(of: PickUp.allCases) { $0.rawValue })
    func `no page, form, export or figure of an author tells that a note was found`(pickUp: PickUp) throws {
        let (start, note) = try twins(pickUp)
        var histories: [[Twins.Step]] = [[]]
        var seen = Set<String>()
        var count = 0
        let sample = Sample(oneIn: 3)
        /// What concerns the finder, the note or an export, always. What concerns others, now and then.
        func isWanted(_ action: String) -> Bool {
            action.contains("mikko") || action.hasPrefix(note) || action.contains("/export") || sample.takes(action)
        }
        while let history = histories.popLast() {
            let twins = try start.copied()
            count += 1
            for (index, step) in history.enumerated() { try twins.send(step, Array(history.prefix(index))) }
            // What is done to photos of the day changes nothing about notes.
            for form in try twins.compareAllPages(history)
            where !form.action.hasPrefix("/moments/") && seen.insert(form.action).inserted && isWanted(form.action) {
                histories.append(history + [form])
            }
        }
        print("\(pickUp): \(count) histories, \(seen.count) forms")
        for action in ["/friends/mikko/restore", "/people/mikko/unblock", "/settings/export/remove"] {
            #expect(seen.contains(action), "\(action) is not among \(seen.sorted())")
        }
    }

    @Test func `a photo stops counting for its author when the note is deleted and stays with the finder`() throws {
        let (twins, note) = try twins(.found)
        try twins.send(Twins.Step(page: note, action: "\(note)/delete"))
        for visitor in [twins.one, twins.other] {
            let aino = try visitor.site.account("aino_k")
            let used = try visitor.site.app.site.database.read {
                try visitor.site.app.uploads.used($0, by: aino)
            }
            #expect(used == .init(count: 0, bytes: 0))
        }
        #expect(twins.one.site.metrics == twins.other.site.metrics)
        for visitor in [twins.one, twins.other] {
            visitor.site.wait(seconds: Flash.keepTime)
            for _ in 0..<2 { visitor.site.app.runJobs() }
        }
        #expect([twins.one, twins.other].map { $0.site.storedNames.count } == [1, 0])
        #expect(twins.one.site.metrics == twins.other.site.metrics)
        let mikko = try twins.one.site.member("mikko")
        let photo = try #require(mikko.get(note).page.resources.first { $0.hasPrefix("/media/") })
        #expect(try mikko.fetch(photo).status == .ok)
    }

    @Test func `a form sent again after its note was deleted does the same whether it was found or not`() throws {
        let base = try TestSite.demo()
        let aino = try base.member("aino_k")
        try aino.leave("Once", for: "mikko", at: AuthorViewTests.place)
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        let key = try base.app.site.database.read {
            try $0.value("SELECT submission FROM note WHERE text = 'Once'", as: String.self)
        }
        let answers = try [true, false].map { isFound in
            let site = try base.copy()
            if isFound { try site.member("mikko").stand(at: AuthorViewTests.place).sees("note.found") }
            let author = Visitor(site, cookies: aino.cookies)
            try author.get(note).submit("\(note)/delete")
            try author.leave("Once", for: "mikko", at: AuthorViewTests.place, key: key)
            return author.page.plain.replacing("Once", with: "").count
        }
        #expect(answers[0] == answers[1])
    }
}

extension Visitor {
    /// Leaves a note for a friend.
    @discardableResult
    func leave(
        _ text: String, for name: String, at place: Coordinate, photo: [UInt8]? = nil, key: String? = nil
    ) throws -> Visitor {
        try get("/notes/new")
        let form = try #require(page.forms.first { $0.action == "/notes" })
        let typed =
            [("text", text), ("to", name), ("lat", "\(place.latitude)"), ("lon", "\(place.longitude)")]
            + (key.map { [("key", $0)] } ?? [])
        let kept = form.fields.filter { field in field.name != "photo" && !typed.contains { $0.0 == field.name } }
        let fields = (kept + typed.map { (name: $0.0, value: $0.1) }).sorted { first, _ in first.name == "csrf" }
        if let photo { return try upload("/notes", "photo", file: photo, named: "p.jpg", fields).hasLeftANote() }
        return try post("/notes", fields).hasLeftANote()
    }
}
