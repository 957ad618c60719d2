import Database
import Foundation
import Proximity

/// "Active today": all that chats tell of when somebody is here, and only to friends.
enum ChatPresence {
    /// A condition: an account used the site since `today`, and the viewer may know. Only friends may, if both show it;
    /// what happens in a half hour is told when that is over.
    static func isActive(_ account: SQL, for viewer: ID<Account>, since today: Timestamp, _ now: Timestamp) -> SQL {
        """
        (EXISTS (SELECT 1 FROM \(Person.friends(of: viewer)) AS friend WHERE friend.id = \(account))
          AND NOT \(hides("\(viewer)")) AND NOT \(hides(account))
          AND NOT EXISTS (SELECT 1 FROM \(Account.sharing) AS pause WHERE pause.id = \(account)
            AND pause.paused_until > \(HalfHour.beginning(of: now))
            AND NOT EXISTS (SELECT 1 FROM chat_setting AS begun
              WHERE begun.account_id = \(account) AND begun.paused_from > \(now)))
          AND \(Session.wasUsed(by: account, since: today, now)))
        """
    }

    private static func hides(_ account: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM chat_setting AS choice
          WHERE choice.account_id = \(account) AND choice.shows_activity = 0)
        """
    }
}

extension Chats {
    /// When the site's present day began. One for everybody: by choosing another zone, and so another midnight, a viewer
    /// would learn at which hour somebody was here.
    func today(_ now: Timestamp) -> Timestamp {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: site.settings.timeZone) ?? .gmt
        let moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        return now - moment.timeIntervalSince(calendar.startOfDay(for: moment))
    }

    /// "Active today"; "" if the other one was not, and if the viewer may not know.
    func presence(_ database: Reader, of other: ID<Account>, for viewer: Viewer, _ now: Timestamp) throws -> String {
        let isActive = ChatPresence.isActive("\(other)", for: viewer.id, since: today(now), now)
        guard try database.exists("SELECT 1 WHERE \(isActive)") else { return "" }
        return Chats.activeToday
    }

    static let activeToday = "Active today"
}

extension Chats: AccountObserver {
    /// That somebody paused shows from the next half hour on, as on the map.
    func paused(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String {
        if !viewer.isPaused(now) {
            try ChatQueries.setPaused(database, viewer.id, from: HalfHour.next(after: now))
        }
        return ""
    }
}
