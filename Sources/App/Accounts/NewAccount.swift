import Mail

/// The data of an account to create.
struct NewAccount: Sendable {
    let username: Username
    var displayName: DisplayName?
    /// nil for accounts that the program creates.
    var email: EmailAddress?
    var birthDate: BirthDate?
    let timeZone: String
}
