import Database

/// A feature by which members invite others.
protocol InvitationSource: Feature {
    /// Whether a browser came by an invitation that still holds.
    func isInvited(_ context: RequestContext) throws -> Bool
    /// Lets a new account in by the invitation of its browser, in the transaction that makes it; false if the invitation
    /// was for one person, who came first.
    func admit(_ database: Writer, _ account: ID<Account>, _ context: RequestContext) throws -> Bool
}
