import Foundation
import Proximity
import Testing

@testable import App

/// When a reminder is due, and what becomes of it then.
struct ReminderRuleTests {
    private static let now = TestSite.noon
    private let now = ReminderRuleTests.now
    private static let (day, month) = (NoteReminders.day, NoteReminders.month)

    @Test func `the first is a week after a note can be found, at a full half hour, whenever within it that was`() {
        for minutes in [0.0, 1, 29.9] {
            let left = now + minutes * 60
            #expect(NoteReminders.first(left: left, opensAt: nil, left) == now + 7 * Self.day + 1_800)
            let opens = left + 2 * Self.day
            #expect(NoteReminders.first(left: left, opensAt: opens, left) == now + 9 * Self.day + 1_800)
        }
        // A time to open in the past changes nothing, one in a year is looked at again within a month.
        #expect(NoteReminders.first(left: now, opensAt: now - Self.month, now) == now + 7 * Self.day + 1_800)
        #expect(NoteReminders.first(left: now, opensAt: now + 365 * Self.day, now) == now + Self.month)
    }

    @Test func `what waits is told of, three notes a day, the others wait for the next day`() {
        let facts = NoteReminders.Facts()
        for told in 0..<3 { #expect(NoteReminders.decision(facts, told: told, now) == .notify) }
        #expect(NoteReminders.decision(facts, told: 3, now) == .wait(until: now + Self.day + 1_800))
    }

    @Test func `what was found or withdrawn is never told of again, what the author may still change later`() {
        let never = [NoteReminders.Facts(isFound: true), NoteReminders.Facts(isWithdrawn: true)]
        for facts in never { #expect(NoteReminders.decision(facts, told: 0, now) == .never && !facts.waits(now)) }
        let later = [
            NoteReminders.Facts(closesAt: now), NoteReminders.Facts(isDeleted: true),
            NoteReminders.Facts(isAuthorVisible: false),
        ]
        for facts in later {
            #expect(NoteReminders.decision(facts, told: 0, now) == .wait(until: now + Self.month))
            #expect(!facts.waits(now))
        }
        let off = NoteReminders.Facts(reminds: false)
        #expect(NoteReminders.decision(off, told: 0, now) == .wait(until: now + Self.month) && off.waits(now))
    }

    @Test func `nothing is told before a note has been open for a week`() {
        func decision(opens: Double) -> NoteReminders.Decision {
            NoteReminders.decision(NoteReminders.Facts(opensAt: now + opens), told: 0, now)
        }
        #expect(decision(opens: -8 * Self.day) == .notify)
        #expect(decision(opens: -6 * Self.day) == .wait(until: now + Self.day + 1_800))
        #expect(decision(opens: 3 * Self.day) == .wait(until: now + 10 * Self.day + 1_800))
        #expect(decision(opens: 300 * Self.day) == .wait(until: now + Self.month))
        #expect(!NoteReminders.Facts(opensAt: now + 1).waits(now) && NoteReminders.Facts(opensAt: now).waits(now))
    }

    @Test func `a plan is always ahead of now and never beyond the horizon`() {
        for minutes in stride(from: 0.0, to: 61, by: 7) {
            let time = now + minutes * 60
            for opens in [-400.0, -7, -1, 0, 1, 22, 23, 24, 400] {
                let opensAt = time + opens * Self.day
                var plans = [NoteReminders.first(left: time, opensAt: opensAt, time), NoteReminders.next(after: time)]
                for told in [0, 3] {
                    let decision = NoteReminders.decision(NoteReminders.Facts(opensAt: opensAt), told: told, time)
                    if case .wait(let until) = decision { plans.append(until) }
                }
                for plan in plans {
                    #expect(plan > time && plan < NoteReminders.horizon(time))
                    #expect(plan == HalfHour.beginning(of: plan))
                }
            }
        }
    }

    @Test func `a note is sent again while it waits, is open, and a week after the last time`() {
        let ago = now - Self.day
        #expect(Resending().state(now) == .possible)
        #expect(Resending(isAwaited: false).state(now) == .unwanted)
        #expect(Resending(closesAt: now).state(now) == .closed)
        #expect(Resending(opensAt: now + 1).state(now) == .notOpen(until: now + 1))
        #expect(Resending(resentAt: ago).state(now) == .tooSoon(again: ago + 7 * Self.day))
        #expect(Resending(resentAt: now - 7 * Self.day).state(now) == .possible)
        // Sent by a clock that was ahead.
        #expect(Resending(resentAt: now + 300 * Self.day).state(now) == .possible)
        #expect(Resending(resentAt: ago).isSwitchable(now) && Resending(opensAt: now + 1).isSwitchable(now))
        #expect(!Resending(isAwaited: false).isSwitchable(now) && !Resending(closesAt: now).isSwitchable(now))
    }

    private static let days: [(Double, String)] = [
        (0.1, "later today"), (1, "tomorrow"), (3, "on Tuesday"), (6, "on Friday"), (7, "in a week"),
        (30, "on 21 December"), (60, "on 20 January 2027"),
    ]

    @Test(arguments: days)
    func `days ahead are said as friends do`(days: Double, words: String) throws {
        let formatter = ComingTimeFormatter(try #require(TimeZone(identifier: "Europe/Helsinki")), now: now)
        #expect(formatter.day(now + days * Self.day) == words)
    }
}
