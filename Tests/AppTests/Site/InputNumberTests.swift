import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Numbers from outside are bounded before any arithmetic.
struct InputNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("007", 7), ("10", 10), ("11", nil), ("-1", nil), ("+1", nil), ("", nil), (" 1", nil),
            ("٣", nil), ("３", nil), ("1e1", nil), ("9223372036854775807", nil), ("9223372036854775808", nil),
            (String(repeating: "0", count: 70_000), nil),
        ] as [(String, Int?)])
    func `whole numbers are digits within bounds`(text: String, number: Int?) {
        #expect(InputNumber.whole(text, in: 0...10) == number)
    }

    @Test(
        arguments: [
            ("60,5", 60.5), (" -1.5 ", -1.5), ("1e2", 100), ("1e-300", 1e-300), ("-0", 0), ("+7", 7), (".5", 0.5),
            ("1.5E-7", 1.5e-7), ("1000000000", 1e9), ("0x10", nil), ("0x32", nil), ("-0x1p4", nil), ("0X3c", nil),
            ("1000000001", nil), ("1e308", nil), ("-1e308", nil), ("nan", nil), ("inf", nil), ("", nil), ("one", nil),
            ("1 2", nil), ("e", nil), ("٣", 3), ("-१२,५", -12.5),
            (" 28.6", 28.6), ("2.86e 1", 28.6), ("1e  1", nil), ("- 1", nil), ("\u{2013}٢٤٫٩", -24.9),
            ("\u{2212}1,5", -1.5), ("\u{A0}２４．９\u{200B}", 24.9), ("10\u{B2}", nil), ("½", nil),
            (String(repeating: "1", count: 70_000), nil),
        ] as [(String, Double?)])
    func `decimal numbers are finite and no larger than the Earth`(text: String, number: Double?) {
        #expect(InputNumber.decimal(text) == number)
    }

    @Test func `accepted times are between 2000 and 2100`() throws {
        let (first, last): (Int64, Int64) = (946_684_800_000, 4_102_444_799_999)
        for milliseconds in [first, last] {
            #expect(Timestamp(input: milliseconds)?.milliseconds == milliseconds)
            #expect(Timestamp(input: "\(milliseconds)")?.milliseconds == milliseconds)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            #expect(Timestamp(input: date)?.milliseconds == milliseconds)
        }
        for milliseconds in [first - 1, last + 1, 0, -1, .min, .max] {
            #expect(Timestamp(input: milliseconds) == nil && Timestamp(input: "\(milliseconds)") == nil)
            #expect(Timestamp(input: Date(timeIntervalSince1970: Double(milliseconds) / 1_000)) == nil)
        }
        for date in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 1e300),
        ] {
            #expect(Timestamp(input: date) == nil)
        }
    }

    @Test func `cursors contain an accepted time and a valid id`() {
        #expect(Cursor("1795262400000-7")?.text == "1795262400000-7")
        for text in [
            "", "-", "1795262400000", "1795262400000-", "1795262400000-0", "1795262400000--1", "0-1", "-1-1",
            "9223372036854775807-1", "1795262400000-9223372036854775808", "1795262400000-+1", "+1795262400000-1",
        ] {
            #expect(Cursor(text) == nil, "\(text)")
        }
        for cursor in [Cursor.oldest, .newest] { #expect(cursor.id >= 0) }
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func `an area accepts every time without a trap`(milliseconds: Int64) throws {
        let time = Timestamp(milliseconds: milliseconds)
        let place = DemoCast.Place.oodi.coordinate
        for now in [time, TestSite.noon] {
            let choices = AreaChoices(isOn: true, pausedUntil: nil, retentionHours: 24, zone: .gmt)
            let trail = try AreaTrail().advanced(
                by: Fix(coordinate: place, accuracy: 5, time: time, source: .browser), choices, now: now)
            let far = place.destination(bearing: 0, distance: 90_000)
            let later = try trail.advanced(
                by: Fix(coordinate: far, accuracy: 5, time: time, source: .browser), choices, now: now)
            #expect(try #require(later.latest).takenAt.seconds(since: time) <= 0)
        }
    }
}
