import Safeguards

extension Throttle {
    /// Test mails of an administrator, by account.
    static let testMail = Throttle(
        "test-mail", label: "Test mails, by administrator", attempts: 20, window: hour)
}

extension Setup {
    var throttles: [Throttle] { [.testMail] }
}
