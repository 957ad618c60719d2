import HTTP
import Testing

@testable import App

/// The keys of forms that are sent twice.
struct FormKeyTests {
    @Test func `a key as the program sets it for what was deleted is none`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for name in ["first", "second"] { try aino.leave(name, for: "mikko", at: DemoCast.Place.university.coordinate) }
        let links = Set(try aino.get("/notes").page.links.filter { $0.wholeMatch(of: #/\/notes\/\d+/#) != nil })
        let notes = links.sorted().suffix(2)
        let (first, second) = (try #require(notes.first), try #require(notes.last))
        // Whoever takes the key that the other note gets when it is deleted would make its deletion fail.
        let key = "deleted \(second.dropFirst("/notes/".count))"
        try aino.get("/notes/new")
        let form = try #require(aino.page.forms.first { $0.action == "/notes" })
        let kept = form.fields.filter { !["key", "text", "to", "lat", "lon", "photo"].contains($0.name) }
        let fields = kept + [("key", key), ("text", "x"), ("to", "mikko"), ("lat", "60.1"), ("lon", "24.9")]
        try aino.post("/notes", fields).gets(422)
        for note in [first, second] { try aino.get(note).submit("\(note)/delete").gets(200) }
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("a", "a"), ("two words", "two words"), ("deleted 1", nil), ("a\0", nil),
            (String(repeating: "k", count: 64), String(repeating: "k", count: 64)),
            (String(repeating: "k", count: 65), nil),
        ] as [(String?, String?)])
    func `a key has 1 to 64 bytes`(sent: String?, read: String?) {
        let form = FormFields(values: sent.map { [("key", $0)] } ?? [])
        #expect(FormKey.read(form) == read)
    }
}
