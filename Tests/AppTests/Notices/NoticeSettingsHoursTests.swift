import Foundation
import Proximity
import Testing

@testable import App

/// Quiet hours and mornings by the clock of a zone, also where it is put forward and back.
struct NoticeSettingsHoursTests {
    private static let helsinki = TimeZone(identifier: "Europe/Helsinki") ?? .gmt
    private static let night = QuietHours(from: 22 * 60, until: 7 * 60)

    private func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(input: try Date("\(text):00Z", strategy: .iso8601)))
    }

    private func end(_ quiet: QuietHours, _ text: String, _ zone: TimeZone = helsinki) throws -> String? {
        quiet.end(after: try time(text), zone).map { String(RelativeTimeFormatter.machine($0).dropLast(4)) }
    }

    private func digest(_ digest: NoticeDigest, _ text: String, _ quiet: QuietHours? = nil) throws -> String? {
        digest.next(after: try time(text), NoticeSettingsHoursTests.helsinki, quiet)
            .map { String(RelativeTimeFormatter.machine($0).dropLast(4)) }
    }

    @Test func `quiet hours begin and end to the minute`() throws {
        let night = NoticeSettingsHoursTests.night
        // Helsinki is two hours ahead in winter.
        #expect(try end(night, "2026-11-21T19:59") == nil)
        #expect(try end(night, "2026-11-21T20:00") == "2026-11-22T05:00")
        #expect(try end(night, "2026-11-21T23:30") == "2026-11-22T05:00")
        #expect(try end(night, "2026-11-22T04:59") == "2026-11-22T05:00")
        #expect(try end(night, "2026-11-22T05:00") == nil)
        let noon = QuietHours(from: 12 * 60, until: 13 * 60)
        #expect(try end(noon, "2026-11-21T10:30") == "2026-11-21T11:00")
        #expect(try end(noon, "2026-11-21T11:00") == nil)
        // Seconds into the minute count as the minute.
        let late = try time("2026-11-21T20:00") + 59.5
        #expect(night.end(after: late, NoticeSettingsHoursTests.helsinki) == (try time("2026-11-22T05:00")))
    }

    @Test func `the night in which the clock is put back is an hour longer`() throws {
        let night = NoticeSettingsHoursTests.night
        #expect(try end(night, "2026-10-24T20:00") == "2026-10-25T05:00")
        #expect(try end(night, "2026-10-25T00:59") == "2026-10-25T05:00")
        #expect(try end(night, "2026-10-25T01:30") == "2026-10-25T05:00")
        // 03:30 comes twice; each time the hours are over.
        let short = QuietHours(from: 22 * 60, until: 3 * 60 + 30)
        #expect(try end(short, "2026-10-24T20:00") == "2026-10-25T00:30")
        #expect(try end(short, "2026-10-25T00:45") == nil)
        #expect(try end(short, "2026-10-25T01:10") == "2026-10-25T01:30")
    }

    @Test func `the night in which the clock is put forward is an hour shorter`() throws {
        #expect(try end(NoticeSettingsHoursTests.night, "2027-03-27T21:00") == "2027-03-28T04:00")
        #expect(try end(NoticeSettingsHoursTests.night, "2027-03-28T01:00") == "2027-03-28T04:00")
        // 03:30 does not come: the hours end when the clock is put past it.
        let short = QuietHours(from: 22 * 60, until: 3 * 60 + 30)
        #expect(try end(short, "2027-03-27T21:00") == "2027-03-28T01:00")
        #expect(try end(short, "2027-03-28T01:00") == nil)
    }

    @Test func `a zone without changes of the clock has plain nights`() throws {
        let kolkata = try #require(TimeZone(identifier: "Asia/Kolkata"))
        #expect(try end(NoticeSettingsHoursTests.night, "2026-11-21T18:00", kolkata) == "2026-11-22T01:30")
        #expect(try end(NoticeSettingsHoursTests.night, "2026-11-21T22:00", .gmt) == "2026-11-22T07:00")
    }

    @Test func `a digest is due at eight in the morning, or when quiet hours are over`() throws {
        #expect(try digest(.off, "2026-11-21T12:00") == nil)
        #expect(try digest(.daily, "2026-11-21T12:00") == "2026-11-22T06:00")
        #expect(try digest(.daily, "2026-11-22T06:00") == "2026-11-23T06:00")
        // The 23rd is a Monday.
        #expect(try digest(.weekly, "2026-11-21T12:00") == "2026-11-23T06:00")
        #expect(try digest(.weekly, "2026-11-23T06:00") == "2026-11-30T06:00")
        #expect(try digest(.daily, "2026-10-24T12:00") == "2026-10-25T06:00")
        #expect(try digest(.daily, "2027-03-27T12:00") == "2027-03-28T05:00")
        let long = QuietHours(from: 22 * 60, until: 10 * 60 + 30)
        #expect(try digest(.daily, "2026-11-21T12:00", long) == "2026-11-22T08:30")
        #expect(try digest(.weekly, "2026-11-21T12:00", long) == "2026-11-23T08:30")
    }
}
