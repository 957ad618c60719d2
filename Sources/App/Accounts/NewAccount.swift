import Mail

/// Somebody who signs up.
struct NewAccount: Sendable {
    let username: Username
    /// nil for people that the program makes itself.
    var email: EmailAddress?
    var birthDate: BirthDate?
    let timeZone: String
}
