import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// The fields of a note that most do without: its hint, its times, how near friends must come, circles of friends.
struct ComposeFieldTests {
    private static let now = Timestamp(milliseconds: 1_795_262_400_000)

    private func zone(_ name: String = "Europe/Helsinki") throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    private func contents(_ fields: [(name: String, value: String)]) throws -> NoteContents {
        let usual = [(name: "text", value: "Look up"), (name: "lat", value: "60.17"), (name: "lon", value: "24.94")]
        let form = FormFields(values: usual + fields)
        return try NewNote.contents(form, in: zone(), ComposeFieldTests.now)
    }

    private func problem(_ fields: [(name: String, value: String)], at field: String) throws -> String {
        do { _ = try contents(fields) } catch let errors as ValidationErrors {
            #expect(errors.messages.keys.sorted() == [field], "\(fields)")
            return errors[field]
        }
        return ""
    }

    @Test func `a time is read on the clock of the writer's zone`() throws {
        let helsinki = try zone()
        func utc(_ text: String) throws -> String? {
            WallTime.read(text, in: helsinki).map { RelativeTimeFormatter.machine($0) }
        }
        #expect(try utc("2026-11-21T19:00") == "2026-11-21T17:00:00Z")
        #expect(try utc(" 2026-07-01 19:00:30 ") == "2026-07-01T16:00:30Z")
        #expect(try utc("2026-11-21T19:00:00.123Z") == "2026-11-21T19:00:00Z")
        #expect(try utc("2026-11-21T19:00+05:30") == "2026-11-21T13:30:00Z")
        #expect(try utc("2026-11-21T19:00:00-0330") == "2026-11-21T22:30:00Z")
        #expect(try utc("2026-11-21T19:00 05:30") == "2026-11-21T13:30:00Z")
        #expect(try utc("٢٠٢٦-١١-٢١ ١٩:٠٠") == "2026-11-21T17:00:00Z")
        #expect(try utc("1795262400000") == "2026-11-21T12:00:00Z")
        #expect(try utc("2028-02-29T12:00") == "2028-02-29T10:00:00Z")
        for nonsense in [
            "", "now", "2026-11-21", "2026-13-01T00:00", "2027-02-29T12:00", "2026-00-10T10:00", "2026-11-21T24:00",
            "2026-11-21T10:60", "0000-01-01T00:00", "9999-12-31T23:59", "2026-11-21T19:00+99:00", "١٩٩٩-11-21T19:00",
            "-5", "1e12", "NaN", "2026-11-21T19:00[Europe/Helsinki]", String(repeating: "9", count: 10_000),
        ] { #expect(try utc(nonsense) == nil, "\(nonsense.prefix(40))") }
    }

    @Test func `clocks that go back or forward keep every time in its place`() throws {
        let helsinki = try zone()
        func utc(_ text: String) -> String? {
            WallTime.read(text, in: helsinki).map { RelativeTimeFormatter.machine($0) }
        }
        // Back from 4 to 3 o'clock: the time between is there twice, and the first of them counts.
        #expect(utc("2026-10-25T02:59") == "2026-10-24T23:59:00Z")
        #expect(utc("2026-10-25T03:30") == "2026-10-25T00:30:00Z")
        #expect(utc("2026-10-25T04:00") == "2026-10-25T02:00:00Z")
        #expect(utc("2026-10-25T19:00") == "2026-10-25T17:00:00Z")
        // Forward from 3 to 4 o'clock.
        #expect(utc("2027-03-28T02:59") == "2027-03-28T00:59:00Z")
        #expect(utc("2027-03-28T03:30") == "2027-03-28T01:30:00Z")
        #expect(utc("2027-03-28T04:00") == "2027-03-28T01:00:00Z")
        #expect(utc("2027-03-28T19:00") == "2027-03-28T16:00:00Z")
        // West of Greenwich and by half an hour.
        let lordHowe = try zone("Australia/Lord_Howe")
        let early = try #require(WallTime.read("2027-04-04T01:45", in: lordHowe))
        #expect(RelativeTimeFormatter.machine(early) == "2027-04-03T14:45:00Z")
        for name in ["Europe/Helsinki", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "UTC"] {
            let there = try zone(name)
            for hours in stride(from: 0.0, to: 9_000, by: 37) {
                let time = Timestamp(milliseconds: 1_772_323_200_000) + hours * 3_600
                let text = WallTime.text(time, in: there)
                let read = try #require(WallTime.read(text, in: there))
                #expect(WallTime.text(read, in: there) == text)
            }
        }
    }

    @Test func `times backwards, past or far away are refused in words`() throws {
        func opens(_ text: String) -> (name: String, value: String) { ("opens_at", text) }
        func closes(_ text: String) -> (name: String, value: String) { ("closes_at", text) }
        #expect(try problem([opens("soon")], at: "opens_at").contains("not a time"))
        #expect(try problem([closes("soon")], at: "closes_at").contains("not a time"))
        let (seven, eight) = ("2026-11-22T19:00", "2026-11-22T20:00")
        #expect(try problem([opens(eight), closes(seven)], at: "closes_at").contains("before it opens"))
        #expect(try problem([opens(seven), closes(seven)], at: "closes_at").contains("before it opens"))
        #expect(try problem([closes("2026-11-21T13:59")], at: "closes_at").contains("past"))
        #expect(try problem([opens("2027-11-23T12:00")], at: "opens_at").contains("a year"))
        #expect(try problem([closes("2027-11-23T12:00")], at: "closes_at").contains("a year"))
        let fine = try contents([opens("2020-01-01T12:00"), closes("2027-11-21T12:00")])
        #expect(fine.opensAt != nil && fine.closesAt != nil)
        let none = try contents([opens(""), closes("  ")])
        #expect(none.opensAt == nil && none.closesAt == nil && none.reminds && !none.isOnMap && none.hint.isEmpty)
    }

    @Test func `a hint has 200 characters and a radius lies between 5 metres and 1 km`() throws {
        #expect(try problem([("hint", String(repeating: "x", count: 10_000))], at: "hint").contains("200"))
        #expect(try problem([("hint", String(repeating: "x", count: 201))], at: "hint").contains("200"))
        let hint = String(repeating: "🏔️", count: 100)
        let full = try contents([("hint", " \(hint)\r\n"), ("show_on_map", "on"), ("quiet", "on")])
        #expect(full.hint == hint && full.isOnMap && !full.reminds)
        #expect(try contents([("hint", "a\r\nb")]).hint == "a b")
        for wrong in ["4.9", "1000.1", "NaN", "inf", "-inf", "1e9", "ten", "5 m", "-50"] {
            #expect(try problem([("radius_m", wrong)], at: "radius_m").contains("1 km"), "\(wrong)")
        }
        for (text, metres) in [("5", 5.0), ("1000", 1_000), ("33,5", 33.5), ("", 6.096)] {
            #expect(try contents([("radius_m", text)]).radius == Metres(metres))
        }
    }

    @Test func `every field is kept through a preview and a refusal`() throws {
        let aino = try TestSite.demo().member("aino_k").get("/notes/new")
        let fields = [
            ("text", "Look up"), ("hint", "Behind the oak"), ("opens_at", "2027-01-02T19:00"),
            ("closes_at", "2027-01-02T22:00"), ("show_on_map", "on"), ("quiet", "on"), ("radius_m", "300"),
            ("lat", "60.17"), ("lon", "24.94"),
        ].map { (name: $0.0, value: $0.1) }
        for (address, status) in [("/notes/new", 200), ("/notes", 422)] {
            try aino.get("/notes/new").post(address, [(name: "csrf", value: aino.token)] + fields).gets(status)
            let form = try #require(aino.page.forms.first { $0.action == "/notes" })
            for field in fields where !["show_on_map", "quiet"].contains(field.name) {
                #expect(form.fields.first { $0.name == field.name }?.value == field.value, "\(address) \(field)")
            }
            for box in ["show_on_map", "quiet"] { #expect(form.fields.contains { $0.name == box }) }
            #expect(aino.page.text.contains("class=\"compose-more\" open"))
            aino.sees("for 2 January 2027, 19:00–22:00")
        }
        try aino.get("/notes/new")
        #expect(!aino.page.text.contains("class=\"compose-more\" open"))
    }

    @Test func `a wrong time opens the fold, and stays`() throws {
        let aino = try TestSite.demo().member("aino_k").get("/notes/new")
        try aino.fill("opens_at", "someday").submit("/notes").gets(422).sees("not a time")
        #expect(aino.page.text.contains("class=\"compose-more\" open"))
        #expect(aino.page.text.contains("value=\"someday\""))
    }

    @Test func `what is chosen is stored`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/notes/new")
        try aino.fill("text", "Stored as chosen").fill("to", "mikko").fill("lat", "60.17").fill("lon", "24.94")
            .fill("hint", "Oak").fill("opens_at", "2020-01-01T19:00").fill("radius_m", "750").fill("quiet", "on")
            .submit("/notes").sees("waiting for mikko")
        let row = try site.app.site.database.read { database in
            try database.first(
                "SELECT hint, radius_m, reminds, is_on_map, closes_at FROM note WHERE text = 'Stored as chosen'"
            ) { row in
                (
                    try row["hint"] as String, try row["radius_m"] as Double, try row["reminds"] as Bool,
                    try row["closes_at"] as Timestamp?
                )
            }
        }
        #expect(row?.0 == "Oak" && row?.1 == 750 && row?.2 == false && row?.3 == nil)
    }

    @Test func `the fold says when the note can be found`() throws {
        let words = OpeningWords(zone: try zone(), now: ComposeFieldTests.now)
        func said(_ opens: String, _ closes: String) throws -> String {
            words.words(from: WallTime.read(opens, in: try zone()), until: WallTime.read(closes, in: try zone()))
        }
        #expect(try said("", "") == "")
        #expect(try said("2026-11-21T18:00", "2026-11-21T23:00") == "for this evening")
        #expect(try said("2026-11-22T18:00", "2026-11-22T23:00") == "for tomorrow evening")
        #expect(try said("2026-11-26T18:00", "2026-11-26T23:00") == "for Thursday evening")
        #expect(try said("2026-11-26T10:00", "2026-11-26T23:00") == "for Thursday, 10:00–23:00")
        #expect(try said("2026-11-28T18:00", "2026-11-29T02:00") == "from 28 November 18:00 until 29 November 02:00")
        #expect(try said("", "2026-11-22T18:00") == "until tomorrow 18:00")
    }

    @Test func `an unusual radius is among the choices, nonsense is none`() throws {
        func choice(_ typed: String) -> (chosen: String, words: [String]) {
            let part = RadiusFieldPart(typed, of: .note, .metric, ValidationErrors())
            return (part.chosen, part.choices.map { $0.words })
        }
        #expect(choice("").chosen == "" && choice("6.096").chosen == "" && choice("nan").chosen == "")
        #expect(choice("1000").chosen == "1000" && choice("25.0").chosen == "25")
        #expect(choice("33").words.count == choice("").words.count + 1 && choice("33").chosen == "33.0")
        #expect(choice("").words.first == "5 m" && choice("").words.last == "1.0 km")
    }

    @Test func `the picker without scripts draws the ring`() throws {
        let aino = try TestSite.demo().member("aino_k").get("/notes/new")
        try aino.fill("lat", "60.17").fill("lon", "24.94").fill("radius_m", "100").submit("/notes", to: "/notes/new")
        let address = try #require(aino.page.text.firstMatch(of: /src="(\/map\/picker[^"]*radius_m=100[^"]*)"/)?.1)
        try aino.get(String(address).replacing("&amp;", with: "&"))
        #expect(aino.page.text.contains("<circle class=\"gate\""))
        for nonsense in ["nan", "1e9", "x", "-1"] {
            try aino.get("/map/picker.svg?lat=60&lon=24&radius_m=\(nonsense)").gets(200)
            #expect(!aino.page.text.contains("<circle class=\"gate\""))
        }
    }
}
