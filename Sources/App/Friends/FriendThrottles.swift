import Safeguards

extension Throttle {
    /// Searches for people, by account.
    static let search = Throttle("search", label: "Searches for people", attempts: 60, window: minute)
    /// Address books, by account.
    static let contacts = Throttle("contacts", label: "Address books compared", attempts: 3, window: day)
}

extension Friends {
    var throttles: [Throttle] { [.search, .contacts] }
}
