import Database
import Foundation
import Proximity

/// Other people as OwnTracks shows them on its map.
enum OwnTracksFriends {
    /// A card, which names somebody, or a location.
    struct Entry: Encodable, Equatable {
        let type: String
        /// Two characters that name the person to this reader.
        let tid: String
        var name: String?
        /// A JPEG of 192 × 192 pixels in base64.
        var face: String?
        var lat: Double?
        var lon: Double?
        /// Seconds since 1970.
        var tst: Int64?
        /// Metres.
        var acc: Double?
        /// Percent.
        var batt: Int?

        enum CodingKeys: String, CodingKey {
            case type = "_type"
            case tid, name, face, lat, lon, tst, acc, batt
        }
    }

    /// A card and a location for each of them.
    static func entries(
        _ companions: [Companion], for sender: AppSender, faces: OwnTracksFaces, at now: Timestamp
    ) -> [Entry] {
        // Somebody in two groups is one person, where they were last.
        let newest = Dictionary(companions.map { ($0.person.id, $0) }) { $0.time >= $1.time ? $0 : $1 }
        let people = newest.values.sorted { $0.person.id < $1.person.id }
        let names = tids(people.map { shown($0.person) }, besides: tid(of: sender.username))
        return zip(people, names).flatMap { companion, tid in
            let face = faces.face(of: companion.person, for: sender.app.device, now)
            return [
                Entry(type: "card", tid: tid, name: shown(companion.person), face: face),
                Entry(
                    type: "location", tid: tid, lat: companion.coordinate.latitude, lon: companion.coordinate.longitude,
                    tst: companion.time.milliseconds / 1_000, acc: companion.accuracy?.value, batt: companion.battery),
            ]
        }
    }

    private static func shown(_ person: Person) -> String { person.displayName ?? person.username }

    /// The first two letters or digits of a name: what a person has in their own app.
    static func tid(of name: String) -> String {
        let letters = name.lowercased().utf8.filter { alphabet.contains($0) }
        return String(decoding: (letters + Array("xx".utf8)).prefix(2), as: UTF8.self)
    }

    /// Two characters for each name, all different.
    static func tids(_ names: [String], besides own: String) -> [String] {
        var taken: Set<String> = [own]
        return names.map { name in
            let usual = tid(of: name)
            let tid = taken.contains(usual) ? other(usual.utf8.first ?? alphabet[0], taken) : usual
            taken.insert(tid)
            return tid
        }
    }

    /// A free name with the same first character if there is one.
    private static func other(_ first: UInt8, _ taken: Set<String>) -> String {
        for first in [first] + alphabet {
            for last in alphabet {
                let tid = String(decoding: [first, last], as: UTF8.self)
                if !taken.contains(tid) { return tid }
            }
        }
        return "xx"
    }

    private static let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
}
