import Safeguards

extension Throttle {
    /// Announcements to everybody, by administrator.
    static let announcement = Throttle(
        "announcement", label: "Announcements, by administrator", attempts: 10, window: hour)
}

extension Announcements {
    var throttles: [Throttle] { [.announcement] }
}
