import Database

/// A browser on which somebody signed in before. Wrong passwords of others do not hold it up: nobody can lock the owner out.
enum KnownDevice {
    private static let life = 365 * 86_400
    /// Of those who shared a browser, so many are remembered.
    private static let most = 5

    /// The cookie after a login: the accounts that signed in here, signed by the site.
    static func cookie(for account: ID<Account>, _ visit: Visit) -> String {
        let all = [account.rawValue] + accounts(visit).filter { $0 != account.rawValue }
        let text = all.prefix(most).map { String($0) }.joined(separator: "-")
        return visit.site.cookies.set(visit.site.cookies.device, visit.site.key.sign("device", text), maxAge: life)
    }

    /// Whether an account signed in on this browser before.
    static func isKnown(_ account: ID<Account>, _ visit: Visit) -> Bool { accounts(visit).contains(account.rawValue) }

    private static func accounts(_ visit: Visit) -> [Int64] {
        let cookie = visit.request.head.cookie(visit.site.cookies.device)
        let text = cookie.flatMap { visit.site.key.verified("device", $0) } ?? ""
        return text.split(separator: "-").compactMap { Int64($0) }
    }
}
