import Foundation
import Proximity
import Testing

@testable import App

/// When backups are due, and which are kept.
struct BackupScheduleTests {
    private let helsinki = TimeZone(identifier: "Europe/Helsinki")!

    private func time(_ text: String) throws -> Timestamp { try #require(WallTime.read(text, in: helsinki)) }

    @Test func `a backup is due at its time on the site's clock`() throws {
        let schedule = BackupSchedule(minute: 210)
        #expect(schedule.clock == "03:30")
        #expect(schedule.lastDue(try time("2026-11-26T03:30"), in: helsinki) == (try time("2026-11-26T03:30")))
        #expect(schedule.lastDue(try time("2026-11-26T03:29"), in: helsinki) == (try time("2026-11-25T03:30")))
        #expect(schedule.lastDue(try time("2026-11-26T23:59"), in: helsinki) == (try time("2026-11-26T03:30")))
        // 28 March 2027: the clock leaves out 03:00 to 04:00.
        let due = schedule.lastDue(try time("2027-03-28T12:00"), in: helsinki)
        #expect(due == (try time("2027-03-28T04:30")))
    }

    @Test func `names tell the time and the site, and nothing else is taken for a backup`() throws {
        let now = try time("2026-11-26T03:30")
        #expect(BackupFileName(now, label: "k3f7a2").text == "cairn-20261126T013000Z-k3f7a2.tar")
        let read = BackupFileName("cairn-20261126T013000Z-k3f7a2.tar")
        #expect(read?.madeAt == now && read?.label == "k3f7a2")
        for other in [
            "cairn-20261126T013000Z-k3f7a2.tar.partial", "cairn-20261326T013000Z-k3f7a2.tar", "cairn.tar",
            "cairn-20261126T250000Z-k3f7a2.tar", "../cairn-20261126T013000Z-k3f7a2.tar", "photos.tar",
            "cairn-20260230T013000Z-k3f7a2.tar", "cairn-20261126T013000Z.tar", "cairn-20261126T013000Z-K3F7A2.tar",
        ] { #expect(BackupFileName(other) == nil, "\(other)") }
        #expect(BackupFileName.newLabel { Array(30..<UInt8(30 + $0)) } == "67abcd")
    }

    /// Backs up every day and deletes what is not kept, as the site does.
    private func afterDays(_ count: Int, _ schedule: BackupSchedule) throws -> [BackupFileName] {
        var kept: [BackupFileName] = []
        let first = try time("2026-01-01T03:30")
        for day in 0..<count {
            let now = first + Double(day) * 86_400
            kept.append(BackupFileName(now, label: "k3f7a2"))
            let stay = schedule.kept(kept, now: now, in: helsinki)
            kept = kept.filter { stay.contains($0.text) }
        }
        return kept
    }

    @Test func `a year of backups leaves seven days, four weeks and six months`() throws {
        let days = try afterDays(330, BackupSchedule()).map { LocalTime($0.madeAt, helsinki).isoDate }
        // 26 November 2026 is the 330th day, a Thursday. Sundays end weeks.
        #expect(
            days == [
                "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-08", "2026-11-15",
                "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26",
            ])
    }

    @Test func `fewer are kept where the host says so, and the newest always`() throws {
        #expect(try afterDays(40, BackupSchedule(days: 1, weeks: 0, months: 0)).count == 1)
        #expect(try afterDays(40, BackupSchedule(days: 3, weeks: 0, months: 0)).count == 3)
        #expect(BackupSchedule().kept([], now: try time("2026-01-01T03:30"), in: helsinki).isEmpty)
    }

    @Test func `what was made while the clock was ahead stays, and takes no other's place`() throws {
        let now = try time("2026-11-26T03:30")
        let days = [-2.0, -1, 0, 1, 2, 3].map { BackupFileName(now + $0 * 86_400, label: "k3f7a2").text }
        let names = days.compactMap { BackupFileName($0) }
        let kept = BackupSchedule(days: 2, weeks: 0, months: 0).kept(names, now: now, in: helsinki)
        #expect(kept.sorted() == Array(days.dropFirst()))
    }
}
