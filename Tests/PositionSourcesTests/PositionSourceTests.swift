import Foundation
import Proximity
import Testing

@testable import PositionSources

/// What each protocol's payloads are read as.
struct PositionSourceTests {
    private static let now = Timestamp(milliseconds: 1_795_262_400_000)
    private static let seconds = 1_795_262_400

    private func read(
        _ source: PositionSource, _ body: String = "", _ fields: [(name: String, value: String)] = []
    ) -> AppReading {
        source.read(AppMessage(fields: fields, body: Array(body.utf8)), now: PositionSourceTests.now)
    }

    private func fix(
        _ source: PositionSource, _ body: String = "", _ fields: [(name: String, value: String)] = []
    ) throws -> Fix {
        let reading = read(source, body, fields)
        #expect(reading.refusals.isEmpty)
        #expect(reading.fixes.count == 1)
        return try #require(reading.fixes.first)
    }

    @Test func `a location of OwnTracks is read with all that it tells`() throws {
        let fix = try fix(
            .owntracks,
            #"""
            {"_type":"location","lat":60.1733,"lon":24.9410,"tst":1795262400,"tid":"ak","acc":12,"alt":18,"vac":4,
             "vel":36,"cog":90,"batt":81,"bs":1,"t":"u","conn":"m","created_at":1795262401,"m":1,"inregions":["home"]}
            """#)
        #expect(fix.coordinate == Coordinate(latitude: 60.1733, longitude: 24.9410))
        #expect(fix.time == PositionSourceTests.now)
        #expect(fix.accuracy == 12 && fix.altitude == 18 && fix.battery == 0.81)
        #expect(abs((fix.speed ?? 0) - 10) < 1e-9)
        #expect(fix.heading == Degrees(90))
        #expect(fix.source == .owntracks && !fix.isMock)
    }

    @Test(arguments: ["transition", "waypoint", "waypoints", "lwt", "status", "card", "request", "steps", "dump"])
    func `what OwnTracks tells besides locations is taken and ignored`(type: String) {
        #expect(read(.owntracks, #"{"_type":"\#(type)","lat":60,"lon":24,"tst":1795262400}"#) == AppReading())
        #expect(read(.owntracks) == AppReading())
    }

    @Test func `an encrypted payload is refused by that name`() {
        #expect(read(.owntracks, #"{"_type":"encrypted","data":"AAAA"}"#).refusals == [.encrypted])
    }

    @Test func `Overland in its OwnTracks mode counts from 2001`() throws {
        for source in [PositionSource.owntracks, .overland] {
            let reading = read(source, #"{"_type":"location","lat":60,"lon":24,"tst":816955200,"acc":5}"#)
            #expect(reading.isOverland)
            #expect(reading.fixes.first?.time == PositionSourceTests.now)
        }
    }

    @Test func `what waited for more than a year is Overland's at its own address alone`() {
        // One year ago to the second, and a second before; ten years ago.
        for (age, isOverland) in [(366 * 86_400, true), (366 * 86_400 + 1, false), (3_653 * 86_400, false)] {
            let body = #"{"_type":"location","lat":60,"lon":24,"tst":\#(816_955_200 - age),"acc":5}"#
            #expect(read(.owntracks, body).isOverland == isOverland)
            #expect(read(.overland, body).fixes.map { $0.time } == [PositionSourceTests.now - Double(age)])
        }
    }

    /// 1,024 and 2,048 weeks ago, by a receiver that lost count of its weeks; one that counts from 1980, and others of that time;
    /// never set; and the last second.
    @Test(arguments: [
        1_795_262_400 - 1_024 * 7 * 86_400, 1_795_262_400 - 2_048 * 7 * 86_400, 315_964_800, 333_244_800, 598_000_000,
        631_152_000, 0, 86_400, 1_262_303_999,
    ])
    func `a date of OwnTracks before there was such an app is impossible, and not that of another app`(seconds: Int) {
        for source in [PositionSource.owntracks, .gpslogger] {
            let reading = read(source, #"{"_type":"location","lat":60,"lon":24,"tst":\#(seconds),"acc":5}"#)
            #expect(reading.fixes.isEmpty && reading.refusals == [.impossibleTime] && !reading.isOverland)
        }
    }

    @Test func `a batch of Overland skips what has no place or no time`() throws {
        let reading = read(
            .overland,
            #"""
            {"locations":[
             {"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,60.17]},"properties":{
              "timestamp":"2026-11-21T12:00:00Z","altitude":12,"speed":2.5,"course":180,"horizontal_accuracy":9,
              "vertical_accuracy":3,"motion":["walking"],"battery_state":"unplugged","battery_level":0.8,"wifi":"",
              "device_id":"phone","unique_id":"x"}},
             {"type":"Feature","properties":{"timestamp":"2026-11-21T12:00:00Z"}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,60.17]},"properties":{}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":{"timestamp":"2026-11-21T12:00:00Z"}},
             7, null, "x", [],
             {"type":"Feature","geometry":{"type":"Point","coordinates":[24.95,60.18]},"properties":{
              "timestamp":"2026-11-21T14:00:10+02:00","speed":-1,"course":-1,"horizontal_accuracy":-1,"battery_level":-1}}
            ],"current":{"type":"Feature"},"trip":{}}
            """#)
        #expect(reading.fixes.count == 2)
        #expect(reading.refusals == [.noPlace, .noTime, .noPlace, .malformed, .malformed, .malformed, .malformed])
        let (first, last) = (try #require(reading.fixes.first), try #require(reading.fixes.last))
        #expect(first.speed == 2.5 && first.heading == Degrees(180) && first.accuracy == 9 && first.battery == 0.8)
        #expect(first.altitude == 12 && first.source == .overland)
        #expect(last.speed == nil && last.heading == nil && last.accuracy == nil && last.battery == nil)
        #expect(last.time.seconds(since: first.time) == 10)
    }

    @Test func `a place without a height is a place, and a number in quotes is a number`() throws {
        func overland(_ coordinates: String) -> AppReading {
            let properties = #"{"timestamp":"2026-11-21T12:00:00Z","altitude":null,"speed":null}"#
            return read(
                .overland, #"{"locations":[{"geometry":{"coordinates":\#(coordinates)},"properties":\#(properties)}]}"#)
        }
        let place = Coordinate(latitude: 60.1, longitude: 24.9)
        for coordinates in ["[24.9,60.1]", "[24.9,60.1,null]", "[24.9,60.1,12,null]", #"["24.9","60.1",{}]"#] {
            #expect(overland(coordinates).fixes.map { $0.coordinate } == [place], "\(coordinates)")
        }
        for coordinates in [
            "[null,60.1]", "[24.9,null,60.1]", "[null,24.9,60.1]", #"["x",60.1]"#, "[true,60.1]", "null",
        ] {
            #expect(overland(coordinates).refusals == [.noPlace], "\(coordinates)")
        }
        let owntracks = #"{"_type":"location","lat":"60.1","lon":24.9,"alt":null,"acc":null,"tst":"1795262400"}"#
        #expect(try fix(.owntracks, owntracks).coordinate == place)
        let coords = #"{"latitude":60.1,"longitude":"24,9","altitude":null,"accuracy":null}"#
        let traccar = #"{"location":{"timestamp":"١٧٩٥٢٦٢٤٠٠","coords":\#(coords),"battery":null}}"#
        #expect(try fix(.traccar, traccar).coordinate == place)
        let digits = [("lat", "६०.१"), ("lon", "٢٤٫٩"), ("timestamp", "۱۷۹۵۲۶۲۴۰۰")]
        #expect(try fix(.osmand, "", digits).coordinate == place)
    }

    @Test(arguments: ["٢٠٢٦-١١-٢١T١٢:٠٠:٠٠Z", "۲۰۲۶-۱۱-۲۱T۱۴:۰۰:۰۰+۰۲:۰۰", "2026-11-21T09:00:00\u{2212}03:00"])
    func `a date is a date in the digits and signs of any language`(date: String) throws {
        for source in [PositionSource.osmand, .traccar, .gpslogger] {
            let fields = [("lat", "60.1"), ("lon", "24.9"), ("timestamp", date)]
            #expect(try fix(source, "", fields).time == PositionSourceTests.now)
        }
        let traccar = #"{"location":{"timestamp":"\#(date)","coords":{"latitude":60.1,"longitude":24.9}}}"#
        #expect(try fix(.traccar, traccar).time == PositionSourceTests.now)
        let properties = #""properties":{"timestamp":"\#(date)"}"#
        let overland = #"{"locations":[{"geometry":{"coordinates":[24.9,60.1]},\#(properties)}]}"#
        #expect(try fix(.overland, overland).time == PositionSourceTests.now)
    }

    @Test func `OsmAnd and Traccar have the same fields and other units of speed`() throws {
        let fields = [
            ("id", "phone"), ("lat", "60.17"), ("lon", "24.94"), ("timestamp", "\(PositionSourceTests.seconds)"),
            ("speed", "10"), ("bearing", "45"), ("altitude", "12.5"), ("hdop", "7"), ("batt", "55"),
        ]
        let (osmand, traccar) = (try fix(.osmand, "", fields), try fix(.traccar, "", fields))
        #expect(osmand.speed == 10)
        #expect(abs((traccar.speed ?? 0) - 5.144444) < 1e-6)
        #expect(osmand.accuracy == 7 && osmand.heading == Degrees(45) && osmand.battery == 0.55)
        #expect(osmand.time == PositionSourceTests.now && osmand.source == .osmand && traccar.source == .traccar)
        let short = try fix(.osmand, "", [("deviceid", "x"), ("location", "60.17,24.94"), ("accuracy", "5,5")])
        #expect(short.coordinate == osmand.coordinate && short.time == PositionSourceTests.now && short.accuracy == 5.5)
        let blanks = [("location", " 60.17, 24.94 "), ("timestamp", " \(PositionSourceTests.seconds)")]
        #expect(try fix(.osmand, "", blanks).coordinate == osmand.coordinate)
        #expect(read(.osmand, "", fields + [("valid", "false")]).refusals == [.invalid])
        #expect(try fix(.traccar, "", fields + [("mock", "true")]).isMock)
    }

    @Test func `JSON of Traccar Client is read with and without coords`() throws {
        let coords = #""latitude":60.17,"longitude":24.94,"accuracy":6,"speed":1.5,"heading":10,"altitude":3"#
        for location in [#""coords":{\#(coords)}"#, coords] {
            let fix = try fix(
                .traccar,
                #"""
                {"device_id":"phone","location":{"timestamp":"2026-11-21T12:00:00.000Z",\#(location),"is_moving":true,
                 "odometer":12,"event":"motionchange","mock":true,"battery":{"level":0.4,"is_charging":false},
                 "activity":{"type":"walking"}}}
                """#)
            #expect(fix.isMock && fix.speed == 1.5 && fix.accuracy == 6 && fix.battery == 0.4)
            #expect(fix.heading == Degrees(10) && fix.time == PositionSourceTests.now)
        }
        #expect(read(.traccar, #"{"location":7}"#).refusals == [.malformed])
    }

    @Test func `GPSLogger sends fields or the JSON of OwnTracks`() throws {
        let one = try fix(
            .gpslogger, "",
            [
                ("lat", "60.17"), ("longitude", "24.94"), ("time", "2026-11-21T12:00:00.000Z"), ("s", "2"),
                ("dir", "90"), ("acc", "11"), ("alt", "4"), ("batt", "70"), ("prov", "gps"), ("aid", "a"), ("ser", "s"),
            ])
        #expect(one.speed == 2 && one.accuracy == 11 && one.battery == 0.7 && one.time == PositionSourceTests.now)
        #expect(try fix(.gpslogger, "", [("lat", "1"), ("lon", "2"), ("spd_kph", "36")]).speed == 10)
        let other = try fix(.gpslogger, #"{"_type":"location","lat":60,"lon":24,"tst":1795262400,"acc":3}"#)
        #expect(other.source == .gpslogger)
    }

    @Test(arguments: [
        ("0", "0", ReportRefusal.nullIsland), ("91", "0", .noPlace), ("60", "181", .noPlace), ("nan", "24", .noPlace),
        ("", "", .noPlace), ("1e400", "24", .noPlace),
    ])
    func `places that are none are refused`(lat: String, lon: String, reason: ReportRefusal) {
        for source in [PositionSource.osmand, .traccar, .gpslogger] {
            #expect(read(source, "", [("lat", lat), ("lon", lon)]).refusals == [reason])
        }
    }

    @Test func `absurd values are unknown or bounded`() throws {
        let fix = try fix(
            .owntracks,
            #"{"_type":"location","lat":"60.17","lon":24,"tst":1795262400,"acc":1e300,"vel":1e30,"cog":1e9,"alt":1e12,"batt":900}"#
        )
        #expect(fix.accuracy == Metres(20_100_000) && fix.speed == nil && fix.heading == nil && fix.altitude == nil)
        #expect(fix.battery == 1)
        #expect(read(.owntracks, #"{"_type":"location","lat":60,"lon":24,"tst":1e300}"#).refusals == [.noTime])
        #expect(read(.owntracks, #"{"_type":"location","lat":60,"lon":24}"#).refusals == [.noTime])
    }

    @Test(arguments: PositionSource.allCases)
    func `garbage is refused and never ends the process`(source: PositionSource) {
        let deep = String(repeating: "[", count: 200_000)
        for body in [
            "{", "[]", "null", "\"x\"", "{}", "\u{1F}\u{8B}\u{8}", "lat=1&lon=2", deep, "{\"locations\":" + deep,
            "{\"location\":" + String(repeating: "{\"a\":", count: 50_000), #"{"locations":{}}"#, #"{"_type":7}"#,
            "   ",
        ] {
            #expect(read(source, body).fixes.isEmpty, "\(body.prefix(40))")
        }
    }

    @Test func `a request has at most so many points`() {
        let feature =
            #"{"geometry":{"coordinates":[24.9,60.1]},"properties":{"timestamp":"2026-11-21T12:00:00Z"}}"#
        let body = #"{"locations":["# + Array(repeating: feature, count: 2_003).joined(separator: ",") + "]}"
        let reading = read(.overland, body)
        #expect(reading.fixes.count == 2_000)
        #expect(reading.refusals == [.tooMany, .tooMany, .tooMany])
    }
}
