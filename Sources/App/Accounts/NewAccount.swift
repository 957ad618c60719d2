import Mail

/// The data of an account to create.
struct NewAccount: Sendable {
    let username: Username
    /// nil for accounts that the program creates.
    var email: EmailAddress?
    var birthDate: BirthDate?
    let timeZone: String
}
