import Database
import Proximity

/// The page on which a new account begins.
struct FirstPage: Sendable {
    /// Its address.
    let path: String
    /// Opens the page for an account, in the transaction that makes the account.
    let open: @Sendable (Writer, ID<Account>, Timestamp) throws -> Void
    /// Whether an account has the page: it goes when its owner puts it away.
    let isOpen: @Sendable (Reader, ID<Account>) throws -> Bool
}

extension FeatureRegistry {
    /// Where somebody goes who signed up and came from nowhere.
    var firstPage: String { services?.firstPage.path ?? SitePaths.home }

    /// The first page of an account that still has it; nil otherwise.
    func remainingFirstPage(_ database: Reader, for account: ID<Account>) throws -> String? {
        guard let page = services?.firstPage, try page.isOpen(database, account) else { return nil }
        return page.path
    }
}
