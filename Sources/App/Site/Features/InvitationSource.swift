/// A feature by which members invite others.
protocol InvitationSource: Feature {
    /// Whether a browser came by an invitation that still holds.
    func isInvited(_ context: RequestContext) throws -> Bool
}
