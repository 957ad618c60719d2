import Safeguards

extension Throttle {
    /// Browsers on which notices are turned on, by account: each may cost a look-up of its push service's name.
    static let pushSubscription = Throttle(
        "push-subscription", label: "Browsers that notifications are turned on for", attempts: 60, window: hour)
    /// Test messages to a browser, by account.
    static let pushTest = Throttle("push-test", label: "Test notifications", attempts: 20, window: hour)
}

extension Notices {
    var throttles: [Throttle] { [.pushSubscription, .pushTest] }
}
