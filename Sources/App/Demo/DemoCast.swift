import Proximity

/// Who is in the demo world, and where it takes place.
enum DemoCast {
    static let names = ["aino_k", "mikko", "leena", "jonas", "sofia", "elias", "noor_h", "ville"]

    /// Pairs of friends. Everybody but Ville knows Aino; Ville has asked her, and Elias has asked Noor.
    static let friends = [
        ("aino_k", "mikko"), ("aino_k", "leena"), ("aino_k", "jonas"), ("aino_k", "sofia"), ("aino_k", "elias"),
        ("aino_k", "noor_h"), ("mikko", "leena"), ("mikko", "jonas"), ("leena", "sofia"), ("jonas", "elias"),
        ("sofia", "noor_h"), ("mikko", "ville"),
    ]
    static let requests = [("ville", "aino_k"), ("elias", "noor_h"), ("leena", "jonas")]

    /// Places that everybody in Helsinki knows, in degrees.
    enum Place: CaseIterable {
        case senateSquare, esplanadi, railwaySquare, kamppiChapel, oodi, kaisaniemi, oldChurchPark, ateneum, university

        var coordinate: Coordinate {
            let (latitude, longitude) = degrees
            return Coordinate(latitude: latitude, longitude: longitude) ?? Bounds.everywhere.centre
        }

        private var degrees: (Double, Double) {
            switch self {
            case .senateSquare: (60.169_50, 24.952_40)
            case .esplanadi: (60.167_55, 24.947_30)
            case .railwaySquare: (60.171_35, 24.944_05)
            case .kamppiChapel: (60.170_30, 24.936_75)
            case .oodi: (60.173_90, 24.938_30)
            case .kaisaniemi: (60.174_75, 24.944_60)
            case .oldChurchPark: (60.165_60, 24.939_20)
            case .ateneum: (60.170_10, 24.944_25)
            case .university: (60.169_65, 24.950_20)
            }
        }
    }

    /// A note of the world: left some hours before now, found some hours before now, opened or not.
    struct AccountData {
        let author: String
        let recipients: [String]
        let place: Place
        let hoursAgo: Double
        let text: String
        var found: [(name: String, hoursAgo: Double, isOpened: Bool)] = []
    }

    static let notes = [
        AccountData(
            author: "mikko", recipients: ["aino_k"], place: .senateSquare, hoursAgo: 75,
            text: "Count the steps. I say 47, Leena says I cannot count.",
            found: [(name: "aino_k", hoursAgo: 50, isOpened: true)]),
        AccountData(
            author: "leena", recipients: ["aino_k", "mikko"], place: .esplanadi, hoursAgo: 52,
            text: "Third bench from the fountain. Best place in town to do nothing at all.",
            found: [(name: "aino_k", hoursAgo: 27, isOpened: true), (name: "mikko", hoursAgo: 6, isOpened: true)]),
        AccountData(
            author: "sofia", recipients: ["aino_k"], place: .kaisaniemi, hoursAgo: 30,
            text: "The greenhouse is open until six today.\nGo and smell the vanilla. It really is an orchid!",
            found: [(name: "aino_k", hoursAgo: 5, isOpened: false)]),
        AccountData(
            author: "jonas", recipients: ["aino_k"], place: .oodi, hoursAgo: 26,
            text: "Top floor, between the trees: I left my favourite book on the window side. Page 112."),
        AccountData(
            author: "elias", recipients: ["aino_k", "jonas"], place: .kamppiChapel, hoursAgo: 20,
            text: "Ten minutes of silence, on me."),
        AccountData(
            author: "aino_k", recipients: ["mikko", "leena"], place: .railwaySquare, hoursAgo: 28,
            text: "Rink opens on Friday. Bring the ugly hats.",
            found: [(name: "mikko", hoursAgo: 7, isOpened: true)]),
        AccountData(
            author: "aino_k", recipients: ["sofia"], place: .ateneum, hoursAgo: 22,
            text: "Look up before you go in: who is the third face from the left?"),
        AccountData(
            author: "aino_k", recipients: ["noor_h", "elias", "jonas"], place: .oldChurchPark, hoursAgo: 4,
            text: "Picnic here when the snow is gone. Whoever finds this brings the thermos ☕️"),
        AccountData(
            author: "noor_h", recipients: ["sofia"], place: .university, hoursAgo: 48,
            text: "The quiet reading room is on the sixth floor. You are welcome.",
            found: [(name: "sofia", hoursAgo: 24, isOpened: true)]),
        AccountData(
            author: "ville", recipients: ["mikko"], place: .railwaySquare, hoursAgo: 10,
            text: "Meet you under the clock, as always."),
    ]
}
