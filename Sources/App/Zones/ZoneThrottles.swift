import Safeguards

extension Throttle {
    /// Votes for songs, given and taken back, by account.
    static let zoneVote = Throttle("zone-vote", label: "Votes for songs", attempts: 120, window: minute)
    /// Songs that were heard, by account.
    static let zonePlay = Throttle("zone-play", label: "Songs counted as heard", attempts: 60, window: minute)
}

extension Zones {
    var throttles: [Throttle] { [.zoneVote, .zonePlay] }
}
