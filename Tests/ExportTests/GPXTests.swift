import Foundation
import TestTools
import Testing

@testable import Export

struct GPXTests {
    private func document() throws -> GPXDocument {
        var document = GPXDocument(creator: "Cairn", name: "Aino’s <places> & \"paths\"", time: 1_795_248_386_000)
        let kallio = try #require(
            GPXDocument.Point(
                latitude: 60.184_1, longitude: 24.950_012_345_6, elevation: 12.345, time: 1_795_248_386_123,
                name: "Karhupuisto", text: "two\nlines \u{1}"))
        let edge = try #require(GPXDocument.Point(latitude: -0.000_01, longitude: 180))
        document.waypoints = [kallio, edge]
        let path = (0..<2).compactMap { GPXDocument.Point(latitude: 60 + Double($0) / 1_000, longitude: 25, time: 0) }
        document.tracks = [GPXDocument.Track(name: "", segments: [path, [edge]]), .init(name: "empty", segments: [])]
        return document
    }

    @Test func `places and paths are written in the schema's order`() throws {
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1">
            <metadata>
            <name>Aino’s &lt;places&gt; &amp; &quot;paths&quot;</name>
            <time>2026-11-21T08:06:26Z</time>
            </metadata>
            <wpt lat="60.1841" lon="24.9500123">
            <ele>12.35</ele>
            <time>2026-11-21T08:06:26.123Z</time>
            <name>Karhupuisto</name>
            <desc>two
            lines \u{FFFD}</desc>
            </wpt>
            <wpt lat="-0.00001" lon="-180">
            </wpt>
            <trk>
            <trkseg>
            <trkpt lat="60" lon="25">
            <time>1970-01-01T00:00:00Z</time>
            </trkpt>
            <trkpt lat="60.001" lon="25">
            <time>1970-01-01T00:00:00Z</time>
            </trkpt>
            </trkseg>
            <trkseg>
            <trkpt lat="-0.00001" lon="-180">
            </trkpt>
            </trkseg>
            </trk>
            <trk>
            <name>empty</name>
            </trk>
            </gpx>

            """
        #expect(String(decoding: try document().bytes, as: UTF8.self) == expected)
    }

    @Test(.enabled(if: Tool.has("gpxpy"), "python3 has no gpxpy"))
    func `gpxpy reads it`() throws {
        let folder = Folder()
        let path = folder.path + "/a.gpx"
        try Data(document().bytes).write(to: URL(filePath: path))
        let script = """
            import sys, gpxpy
            g = gpxpy.parse(open(sys.argv[1]))
            print(g.version, g.creator, g.name, [(w.latitude, w.longitude, w.elevation, w.name) for w in g.waypoints],
                g.waypoints[0].time.isoformat(), [[len(s.points) for s in t.segments] for t in g.tracks])
            """
        let read = try Tool.run(Tool.python, ["-c", script, path])
        #expect(
            read.output == "1.1 Cairn Aino’s <places> & \"paths\" [(60.1841, 24.9500123, 12.35, 'Karhupuisto'), "
                + "(-1e-05, -180.0, None, None)] 2026-11-21T08:06:26.123000+00:00 [[2, 1], []]\n")
    }

    @Test(arguments: [(91, 0), (-90.1, 0), (0, 180.1), (.nan, 0), (0, .infinity)] as [(Double, Double)])
    func `an invalid place has no point`(_ latitude: Double, _ longitude: Double) {
        #expect(GPXDocument.Point(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1e-7, "0.0000001"), (4e-8, "0"), (-1e-7, "-0.0000001"), (12.5, "12.5"),
            (-179.999_999_96, "-180"), (1e300, "1000000000"),
        ] as [(Double, String)])
    func `numbers have no exponent`(_ value: Double, _ text: String) { #expect(decimal(value, digits: 7) == text) }

    @Test func `times before 1970 are written`() {
        #expect(UTCTime(-1).extended == "1969-12-31T23:59:59.999Z")
        #expect(UTCTime(.min).year == -292_275_055 && UTCTime(.max).year == 292_278_994)
        #expect(UTCTime(-86_400_000).basic == "19691231T000000Z")
    }
}

struct CalendarTests {
    private func calendar() -> CalendarDocument {
        var calendar = CalendarDocument(name: "Aino, days")
        calendar.events = [
            CalendarDocument.Event(
                uid: "moment-12@cairn.example", start: .day(year: 2026, month: 3, day: 9), changed: 1_795_248_386_123,
                summary: "Aamu; Töölö\\", text: "one\r\ntwo\nthree\rfour", url: "https://cairn.example/moments/12",
                place: (60.184_1, -24.95)),
            CalendarDocument.Event(
                uid: "b", start: .moment(1_795_248_386_123), changed: 0, summary: String(repeating: "🙂ä", count: 40),
                url: "https://cairn.example/\r\nATTENDEE:x"),
        ]
        return calendar
    }

    @Test func `a calendar follows RFC 5545`() {
        let lines = String(decoding: calendar().bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(
            lines.prefix(15) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cairn//Calendar//EN", "NAME:Aino\\, days",
                "X-WR-CALNAME:Aino\\, days", "BEGIN:VEVENT", "UID:moment-12@cairn.example", "DTSTAMP:20261121T080626Z",
                "DTSTART;VALUE=DATE:20260309", "SUMMARY:Aamu\\; Töölö\\\\", "DESCRIPTION:one\\ntwo\\nthree\\nfour",
                "URL:https://cairn.example/moments/12", "GEO:60.1841;-24.95", "TRANSP:TRANSPARENT", "END:VEVENT",
            ])
        #expect(lines.suffix(3) == ["END:VEVENT", "END:VCALENDAR", ""])
        #expect(lines.contains("DTSTART:20261121T080626Z"))
        #expect(lines.allSatisfy { $0.utf8.count <= 75 } && !lines.contains { $0.hasPrefix("ATTENDEE") })
        let unfolded = lines.joined(separator: "\r\n").replacingOccurrences(of: "\r\n ", with: "")
        #expect(unfolded.contains("SUMMARY:" + String(repeating: "🙂ä", count: 40) + "\r\n"))
    }

    @Test(.enabled(if: Tool.has("icalendar"), "python3 has no icalendar"))
    func `the icalendar package reads it`() throws {
        let folder = Folder()
        let path = folder.path + "/a.ics"
        try Data(calendar().bytes).write(to: URL(filePath: path))
        let script = """
            import sys, icalendar
            c = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
            e = c.walk('VEVENT')
            print(len(e), e[0]['summary'], repr(str(e[0]['description'])), e[0].decoded('dtstart'), e[0]['geo'].to_ical(),
                len(e[1]['summary']), [x.errors for x in e])
            """
        let read = try Tool.run(Tool.python, ["-c", script, path])
        #expect(
            read.output
                == "2 Aamu; Töölö\\ 'one\\ntwo\\nthree\\nfour' 2026-03-09 60.1841;-24.95 80 [[], []]\n")
    }
}
