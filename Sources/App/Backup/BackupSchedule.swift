import Foundation
import Proximity

/// When a site backs itself up, where to, and what is kept.
struct BackupSchedule: Sendable, Equatable {
    var isOn = false
    /// An absolute path; "" for none.
    var folder = ""
    /// Minutes after midnight on the clock of the site's zone.
    var minute = 210
    /// How many of the newest days, weeks and months keep their newest backup.
    var days = 7
    var weeks = 4
    var months = 6

    static let maxKept = 60
    /// In Unicode scalars. With what else a form changes it fits into a line of the audit log.
    static let maxFolderLength = 400

    /// "03:30"
    var clock: String { TimeOfDay.text(minute) }

    /// What differs from another one: "at 04:00", "7 days".
    func changes(from old: BackupSchedule) -> [String] {
        let both = [
            (isOn ? "on" : "off", old.isOn == isOn), (folder.isEmpty ? "no folder" : folder, old.folder == folder),
            ("at \(clock)", old.minute == minute), ("\(days) days", old.days == days),
            ("\(weeks) weeks", old.weeks == weeks), ("\(months) months", old.months == months),
        ]
        return both.filter { !$0.1 }.map { $0.0 }
    }

    /// The last time that a backup was due.
    func lastDue(_ now: Timestamp, in zone: TimeZone) -> Timestamp {
        let today = LocalTime(now, zone)
        // A clock that is set back or ahead can make two days between.
        let times = (0...2).compactMap { ago in
            WallTime.read("\(LocalTime(day: today.day - ago).isoDate)T\(clock)", in: zone)
        }
        return times.first { $0 <= now } ?? now
    }

    /// The names of the backups that stay, of those there are: the newest of each of the last days, weeks and months
    /// that have one, as restic's policy keeps them, and in any case the newest. Those of times to come, when the clock was
    /// wrong, stay and count for nothing.
    func kept(_ backups: [BackupFileName], now: Timestamp, in zone: TimeZone) -> Set<String> {
        let sorted = backups.filter { $0.madeAt <= now }.sorted { $0.madeAt > $1.madeAt }
        var kept = Set(backups.filter { $0.madeAt > now }.map { $0.text } + sorted.prefix(1).map { $0.text })
        let periods: [(Int, (LocalTime) -> Int)] = [
            (days, { $0.day }),
            // Weeks begin on Monday; the first day of the count was a Thursday.
            (weeks, { ($0.day + 3) / 7 }), (months, { $0.date.year * 12 + $0.date.month }),
        ]
        for (count, period) in periods {
            var seen: Set<Int> = []
            for backup in sorted where seen.count < count {
                if seen.insert(period(LocalTime(backup.madeAt, zone))).inserted { kept.insert(backup.text) }
            }
        }
        return kept
    }
}

/// The name of a backup that a site made: "cairn-20261126T013000Z-k3f7a2.tar".
struct BackupFileName: Sendable, Hashable {
    let text: String
    let madeAt: Timestamp
    /// Which site made it. Restored sites get another label, so none takes the backups of another for its own.
    let label: String

    init(_ time: Timestamp, label: String) {
        text = "cairn-\(BackupFileName.moment(time))-\(label).tar"
        madeAt = time - Double(time.milliseconds % 1_000) / 1_000
        self.label = label
    }

    /// nil for any other name.
    init?(_ text: String) {
        guard
            let match = text.wholeMatch(
                of: /cairn-([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z-([a-z2-7]{6})\.tar/)
        else { return nil }
        let time = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
        guard let madeAt = WallTime.read(time, in: .gmt),
            BackupFileName(madeAt, label: String(match.7)).text == text
        else { return nil }
        (self.text, self.madeAt, label) = (text, madeAt, String(match.7))
    }

    /// "20261126T013000Z"
    static func moment(_ time: Timestamp) -> String {
        let local = LocalTime(time, .gmt)
        return "\(local.isoDate)T\(local.isoClock)Z".filter { $0 != "-" && $0 != ":" }
    }

    static func newLabel(_ randomBytes: (Int) -> [UInt8]) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String(randomBytes(6).map { letters[Int($0 % 32)] })
    }
}
