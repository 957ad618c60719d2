import Database

/// How members invite others to the site.
struct Invitations: Sendable {
    /// Whether a browser came by an invitation that still holds.
    let isInvited: @Sendable (RequestContext) throws -> Bool
    /// The page of the invitation by which a browser came, where it holds for its new account; nil for none.
    let page: @Sendable (RequestContext, ID<Account>) throws -> String?
    /// Lets a new account in by the invitation of its browser, in the transaction that makes it; false if the invitation
    /// was for one person, who came first.
    let admit: @Sendable (Writer, ID<Account>, RequestContext) throws -> Bool
}
