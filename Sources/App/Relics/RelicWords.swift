/// What relics are called.
enum RelicWords {
    /// "Photo from Leena", "Your video".
    static func title(_ relic: KnownRelic) -> String {
        relic.isOwn ? "Your \(relic.kind.rawValue)" : "\(noun(relic.kind)) from \(relic.maker.name)"
    }

    /// "Photo"
    static func noun(_ kind: Relic.Kind) -> String { kind.rawValue.capitalized }

    static func icon(_ kind: Relic.Kind) -> String {
        switch kind {
        case .photo: "image"
        case .video: "video"
        case .sound: "mic"
        }
    }

    static func player(_ kind: Relic.Kind) -> MediaPlayerPart.Kind {
        switch kind {
        case .photo: .photo
        case .video: .video
        case .sound: .sound
        }
    }

    /// Split at line breaks.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// What its maker chose, and how many have opened it, as far as their receipts tell.
    static func facts(_ relic: OpenRelic, openings: Int) -> [String] {
        let opened = openings == 0 ? "You haven’t heard of anybody opening it yet." : "Opened by \(people(openings))."
        return [
            relic.audience == .everyone ? "Everyone on this site may know of it." : "Only your friends may know of it.",
            relic.known.isLocked ? "It opens with its password." : "It opens without a password.", opened,
        ]
    }

    private static func people(_ count: Int) -> String { count == 1 ? "one person" : "\(count) people" }

    /// What a report keeps of it.
    static func reported(_ relic: OpenRelic) -> String {
        let kind = "\(noun(relic.known.kind)) relic"
        return relic.description.isEmpty ? "\(kind), without words" : "\(kind): \(relic.description)"
    }
}
