/// How long a person's positions are kept.
enum PositionRetention {
    /// The choices, in hours: an hour, a day, a week, thirty days.
    static let hours = [1, 24, 168, 720]

    /// "one day", "thirty days"
    static func words(_ hours: Int) -> String {
        switch hours {
        case 1: "one hour"
        case 24: "one day"
        case 168: "one week"
        case 720: "thirty days"
        default: "\(hours) hours"
        }
    }
}
