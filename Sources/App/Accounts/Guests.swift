import Database
import Proximity
import Safeguards

/// Guests: people without an account of their own, let in by a feature for as long as that lasts.
extension Accounts {
    /// Makes a guest and signs their browser in, in one transaction with `join`, which lets them in.
    ///
    /// - Throws: `Failure.tooMany` after too many guests from one network, and what `join` throws; then there is no guest.
    func beginGuest(
        _ nickname: DisplayName, timeZone: String, _ context: RequestContext,
        join: (Writer, ID<Account>) throws -> Void
    ) throws -> ID<Account> {
        let counters = try site.throttles.attempt(context.networkCounters(.guest), context.now)
        let (guest, token) = try site.throttles.givingBack(counters, at: context.now) {
            try site.database.write { database in
                let guest = try admitGuest(database, nickname: nickname, timeZone: timeZone, context.now)
                try join(database, guest)
                return (guest, try insertSession(database, guest, in: context))
            }
        }
        adopt(token, context)
        return guest
    }

    /// Makes the account of a guest, without a session. An unknown time zone becomes the site's.
    func admitGuest(
        _ database: Writer, nickname: DisplayName, timeZone: String, _ now: Timestamp
    ) throws -> ID<Account> {
        let zone = TimeZones.isKnown(timeZone) ? timeZone : site.settings.timeZone
        return try AccountQueries.insertGuest(database, nickname: nickname, timeZone: zone, now)
    }

    /// How many guests there are.
    func guestCount(_ database: Reader) throws -> Int { try AccountQueries.guestCount(database) }

    /// A guest leaves: nobody sees them any more, their sessions end, and a job erases what is stored of them. Does
    /// nothing for somebody who is no guest.
    func endGuest(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws {
        guard try AccountQueries.isGuest(database, account) else { return }
        for observer in observers { try observer.guestLeaves(database, account, at: now) }
        // What an observer ends may have ended them as well.
        guard try AccountQueries.isGuest(database, account) else { return }
        try endSessions(database, of: account, but: nil)
        try AccountQueries.deleteAccount(database, account, nameCode: nil, at: now)
        try site.features.requiredServices.requestErasure(database, account, now)
    }
}
