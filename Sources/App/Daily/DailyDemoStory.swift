import Database
import Proximity

/// Who took which photo of the day in the demo world.
enum DailyDemo {
    /// A photo of the day.
    struct Entry {
        let name: String
        /// Before the story's last day.
        let daysAgo: Int
        /// The name of its picture among the demo world's files.
        let file: String
        var front = ""
        let caption: String
        /// Degrees.
        let latitude: Double
        let longitude: Double
        var place = DailyPost.Place.exact
        var lateMinutes = 0
        var retakes = 0
        /// On the same date, so many years earlier.
        var yearsAgo = 0

        init(
            _ name: String, daysAgo: Int, file: String, front: String = "", caption: String,
            at place: (Double, Double), kind: DailyPost.Place = .exact, late: Int = 0, retakes: Int = 0,
            yearsAgo: Int = 0
        ) {
            (self.name, self.daysAgo, self.caption, self.yearsAgo) = (name, daysAgo, caption, yearsAgo)
            (self.file, self.front) = ("\(file).webp", front.isEmpty ? "" : "\(front).webp")
            (latitude, longitude, self.place) = (place.0, place.1, kind)
            (lateMinutes, self.retakes) = (late, retakes)
        }
    }

    /// Days with a window, the story's last one among them.
    static let days = 35
    /// Years before, in which the story's last date had one too.
    static let years = 1...2
    /// The hour at which a day's window opened.
    static func hour(_ daysAgo: Int) -> Double { 10.2 + Double(daysAgo * 37 % 17) / 2 }

    // A map of the town's middle is all that the demo world has: each day's photos lie so near together, and so far from
    // its edge, that a first view of them shows none of it.
    private static let station = (60.172_2, 24.943_6)
    private static let tramStop = (60.168_9, 24.944_6)
    private static let square = (60.168_6, 24.945_2)
    private static let esplanadi = (60.167_9, 24.944_9)
    private static let park = (60.167_7, 24.944_3)
    private static let library = (60.167_9, 24.945_2)
    private static let winterGarden = (60.167_4, 24.944_6)
    private static let gardens = (60.175_2, 24.944_4)
    private static let market = (60.168_5, 24.944_9)
    private static let home = (60.174_7, 24.944_2)
    private static let field = (60.174_9, 24.943_9)
    private static let kitchen = (60.170_6, 24.945)
    private static let ateneum = (60.170_1, 24.944_25)
    private static let bookshop = (60.168_35, 24.943_7)
    private static let rink = (60.171_35, 24.944_05)
    private static let chapel = (60.168_2, 24.943_4)

    static let entries = lastDay + aino + friends + earlier

    private static let lastDay = [
        Entry("aino_k", daysAgo: 0, file: "tram", front: "aino-night", caption: "Caught the 3 for once.", at: tramStop),
        Entry("mikko", daysAgo: 0, file: "senate-square", front: "mikko-snow", caption: "47 steps. Still.", at: square),
        Entry(
            "leena", daysAgo: 0, file: "greenhouse", front: "leena-garden", caption: "Warm in here.", at: winterGarden),
        Entry(
            "jonas", daysAgo: 0, file: "oodi", front: "jonas-home", caption: "My corner, again", at: library, late: 42),
        Entry("sofia", daysAgo: 0, file: "coffee", front: "sofia-dusk", caption: "", at: park, kind: .area),
        Entry(
            "elias", daysAgo: 0, file: "umbrellas", caption: "From the third floor. Nobody looks up.", at: bookshop,
            retakes: 2),
        Entry(
            "noor_h", daysAgo: 0, file: "sill", front: "noor-park", caption: "She was here first.", at: kitchen,
            kind: .none),
    ]

    /// Nine days in a row until now, and fourteen before the day that she missed.
    private static let aino = [
        Entry("aino_k", daysAgo: 1, file: "cinnamon-buns", caption: "Five left. Four.", at: ateneum),
        Entry("aino_k", daysAgo: 2, file: "chapel", front: "aino-sea", caption: "Quiet hour.", at: chapel),
        Entry("aino_k", daysAgo: 3, file: "harbour", caption: "The sky did this on its own.", at: esplanadi),
        Entry(
            "aino_k", daysAgo: 4, file: "bookshop", front: "aino-autumn", caption: "I went in for a stamp.",
            at: bookshop, retakes: 1),
        Entry("aino_k", daysAgo: 5, file: "lamp", caption: "First real snow, and I forgot my gloves.", at: kitchen),
        Entry("aino_k", daysAgo: 6, file: "market", caption: "Clementines smell like December.", at: market),
        Entry(
            "aino_k", daysAgo: 7, file: "tram-window", front: "aino-night", caption: "Number 3, foggy side.",
            at: tramStop, late: 38),
        Entry("aino_k", daysAgo: 8, file: "autumn-bench", caption: "Someone left a good book.", at: park),
        Entry("aino_k", daysAgo: 10, file: "skyline", caption: "Before everybody else.", at: home),
        Entry(
            "aino_k", daysAgo: 11, file: "dog", front: "aino-sea", caption: "We’ve agreed: he stays.", at: field,
            retakes: 3),
        Entry("aino_k", daysAgo: 12, file: "library-stairs", caption: "Do not look down. I looked down.", at: library),
        Entry("aino_k", daysAgo: 13, file: "ferry", caption: "Seventeen minutes of holiday.", at: esplanadi),
        Entry("aino_k", daysAgo: 14, file: "sauna", caption: "Löyly says hi.", at: park, kind: .area),
        Entry("aino_k", daysAgo: 15, file: "bicycle", caption: "Still faster than the 6.", at: bookshop),
        Entry(
            "aino_k", daysAgo: 16, file: "concert", front: "aino-night", caption: "Last song, first row!", at: station),
        Entry("aino_k", daysAgo: 17, file: "esplanadi", caption: "Lunch outside. In November.", at: park),
        Entry("aino_k", daysAgo: 18, file: "kitchen", caption: "Grandmother’s soup, my chaos.", at: home, kind: .none),
        Entry("aino_k", daysAgo: 19, file: "umbrellas", caption: "It rains in colour.", at: station),
        Entry("aino_k", daysAgo: 20, file: "football", caption: "We lost, gloriously.", at: field, late: 95),
        Entry("aino_k", daysAgo: 21, file: "oodi", front: "aino-autumn", caption: "Chapter nine.", at: library),
        Entry("aino_k", daysAgo: 22, file: "night-bus", caption: "The 20N waits for no one. It waited.", at: station),
        Entry(
            "aino_k", daysAgo: 23, file: "greenhouse", caption: "Vanilla in bloom, once a year.", at: gardens,
            retakes: 1),
        Entry("aino_k", daysAgo: 25, file: "sill", caption: "Supervisor.", at: home),
        Entry(
            "aino_k", daysAgo: 26, file: "balcony", front: "aino-sea", caption: "Breakfast is cancelled, look.",
            at: home),
        Entry("aino_k", daysAgo: 27, file: "picnic", caption: "Blanket, thermos, optimism.", at: park),
        Entry("aino_k", daysAgo: 29, file: "skates", caption: "They still fit!", at: rink),
        Entry("aino_k", daysAgo: 30, file: "senate-square", caption: "", at: square),
        Entry(
            "aino_k", daysAgo: 31, file: "coffee", front: "aino-autumn",
            caption: "He draws a heart for everyone. I checked.", at: bookshop),
        Entry("aino_k", daysAgo: 33, file: "rink", caption: "Round and round.", at: rink),
    ]

    private static let friends = [
        Entry("mikko", daysAgo: 1, file: "rink", front: "mikko-snow", caption: "The hat stays.", at: rink),
        Entry("leena", daysAgo: 1, file: "kitchen", caption: "Enough for eight. Come.", at: kitchen),
        Entry(
            "sofia", daysAgo: 1, file: "skyline", front: "sofia-dusk", caption: "Night shift ends, day begins.",
            at: home, kind: .none),
        Entry("noor_h", daysAgo: 2, file: "ferry", front: "noor-park", caption: "Gull for scale.", at: esplanadi),
        Entry("elias", daysAgo: 2, file: "concert", caption: "Borrowed ears for tomorrow, please.", at: tramStop),
        Entry("jonas", daysAgo: 3, file: "bookshop", caption: "Do not tell my bank.", at: bookshop),
        Entry(
            "mikko", daysAgo: 4, file: "sauna", caption: "Eighty-six degrees of silence.", at: esplanadi, kind: .area),
        Entry("leena", daysAgo: 6, file: "autumn-bench", caption: "Third from the fountain, of course.", at: park),
        Entry("sofia", daysAgo: 9, file: "lamp", caption: "Walked the long way home.", at: kitchen, kind: .area),
        Entry(
            "jonas", daysAgo: 12, file: "night-bus", front: "jonas-home", caption: "Front seat.", at: tramStop, late: 17
        ),
        Entry("noor_h", daysAgo: 15, file: "cinnamon-buns", caption: "Rehearsal food.", at: market),
        Entry("elias", daysAgo: 20, file: "football", caption: "Aino says we lost. Aino was in goal.", at: field),
    ]

    private static let earlier = [
        Entry(
            "aino_k", daysAgo: 0, file: "skates", front: "aino-sea", caption: "New laces, another winter of falling.",
            at: market,
            yearsAgo: 1),
        Entry("mikko", daysAgo: 0, file: "harbour", caption: "Last boat in.", at: esplanadi, yearsAgo: 1),
        Entry("aino_k", daysAgo: 0, file: "balcony", caption: "My first balcony!", at: home, retakes: 2, yearsAgo: 2),
    ]
}
