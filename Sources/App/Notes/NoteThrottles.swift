import Safeguards

extension Throttle {
    /// Notes left for friends, by account.
    static let note = Throttle("note", label: "Notes left", attempts: 300, window: hour)
    /// Notes sent again, by account.
    static let resend = Throttle("resend", label: "Notes sent again", attempts: 50, window: day)
}

extension Notes {
    var throttles: [Throttle] { [.note, .resend] }
}
