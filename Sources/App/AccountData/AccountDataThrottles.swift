import Safeguards

extension Throttle {
    /// Exports of a person's data, by account.
    static let export = Throttle("export", label: "Exports of one’s own data", attempts: 5, window: day)
}

extension AccountData {
    var throttles: [Throttle] { [.export] }
}
