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
        var place = Moment.Place.exact
        var lateMinutes = 0
        var retakes = 0
        /// On the same date, so many years earlier.
        var yearsAgo = 0

        init(
            _ name: String, _ daysAgo: Int, _ file: String, front: String = "", _ caption: String,
            at place: (Double, Double), _ kind: Moment.Place = .exact, late: Int = 0, retakes: Int = 0,
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

    private static let station = (60.172_2, 24.943_6)
    private static let tramStop = (60.171_6, 24.940_4)
    private static let square = (60.170_4, 24.952_1)
    private static let harbour = (60.167_2, 24.955_9)
    private static let park = (60.167_55, 24.947_3)
    private static let library = (60.174_7, 24.937)
    private static let gardens = (60.175_7, 24.946_2)
    private static let hakaniemi = (60.178_9, 24.950_3)
    private static let kallio = (60.184_2, 24.949_6)
    private static let bay = (60.181_4, 24.936_5)
    private static let kruununhaka = (60.172_6, 24.956_2)
    private static let punavuori = (60.161_8, 24.937_4)
    private static let island = (60.146_4, 24.985_2)
    private static let rink = (60.171_35, 24.944_05)
    private static let hill = (60.165_6, 24.939_2)
    private static let chapel = (60.170_3, 24.936_75)

    static let entries = lastDay + aino + friends + earlier

    private static let lastDay = [
        Entry("aino_k", 0, "tram", front: "aino-night", "Caught the 3 for once.", at: tramStop),
        Entry("mikko", 0, "senate-square", front: "mikko-snow", "47 steps. Still.", at: square),
        Entry("leena", 0, "greenhouse", front: "leena-garden", "Warm in here.", at: gardens),
        Entry("jonas", 0, "oodi", front: "jonas-home", "My corner, again", at: library, late: 42),
        Entry("sofia", 0, "coffee", front: "sofia-dusk", "", at: park, .area),
        Entry("elias", 0, "umbrellas", "From the third floor. Nobody looks up.", at: station, retakes: 2),
        Entry("noor_h", 0, "sill", front: "noor-park", "She was here first.", at: kruununhaka, .none),
    ]

    /// Nine days in a row until now, and fourteen before the day that she missed.
    private static let aino = [
        Entry("aino_k", 1, "cinnamon-buns", "Five left. Four.", at: kallio),
        Entry("aino_k", 2, "chapel", front: "aino-sea", "Quiet hour.", at: chapel),
        Entry("aino_k", 3, "harbour", "The sky did this on its own.", at: harbour),
        Entry("aino_k", 4, "bookshop", front: "aino-autumn", "I went in for a stamp.", at: punavuori, retakes: 1),
        Entry("aino_k", 5, "lamp", "First real snow, and I forgot my gloves.", at: kruununhaka),
        Entry("aino_k", 6, "market", "Clementines smell like December.", at: hakaniemi),
        Entry("aino_k", 7, "tram-window", front: "aino-night", "Number 3, foggy side.", at: tramStop, late: 38),
        Entry("aino_k", 8, "autumn-bench", "Someone left a good book.", at: park),
        Entry("aino_k", 10, "skyline", "Before everybody else.", at: kallio),
        Entry("aino_k", 11, "dog", front: "aino-sea", "We've agreed: he stays.", at: bay, retakes: 3),
        Entry("aino_k", 12, "library-stairs", "Do not look down. I looked down.", at: library),
        Entry("aino_k", 13, "ferry", "Seventeen minutes of holiday.", at: island),
        Entry("aino_k", 14, "sauna", "Löyly says hi.", at: kallio, .area),
        Entry("aino_k", 15, "bicycle", "Still faster than the 6.", at: punavuori),
        Entry("aino_k", 16, "concert", front: "aino-night", "Last song, first row!", at: kallio),
        Entry("aino_k", 17, "esplanadi", "Lunch outside. In November.", at: park),
        Entry("aino_k", 18, "kitchen", "Grandmother's soup, my chaos.", at: kallio, .none),
        Entry("aino_k", 19, "umbrellas", "It rains in colour.", at: station),
        Entry("aino_k", 20, "football", "We lost, gloriously.", at: bay, late: 95),
        Entry("aino_k", 21, "oodi", front: "aino-autumn", "Chapter nine.", at: library),
        Entry("aino_k", 22, "night-bus", "The 20N waits for no one. It waited.", at: station),
        Entry("aino_k", 23, "greenhouse", "Vanilla in bloom, once a year.", at: gardens, retakes: 1),
        Entry("aino_k", 25, "sill", "Supervisor.", at: kallio),
        Entry("aino_k", 26, "balcony", front: "aino-sea", "Breakfast is cancelled, look.", at: kallio),
        Entry("aino_k", 27, "picnic", "Blanket, thermos, optimism.", at: hill),
        Entry("aino_k", 29, "skates", "They still fit!", at: rink),
        Entry("aino_k", 30, "senate-square", "", at: square),
        Entry("aino_k", 31, "coffee", front: "aino-autumn", "He draws a heart for everyone. I checked.", at: punavuori),
        Entry("aino_k", 33, "rink", "Round and round.", at: rink),
    ]

    private static let friends = [
        Entry("mikko", 1, "rink", front: "mikko-snow", "The hat stays.", at: rink),
        Entry("leena", 1, "kitchen", "Enough for eight. Come.", at: kruununhaka),
        Entry("sofia", 1, "skyline", front: "sofia-dusk", "Night shift ends, day begins.", at: kallio, .area),
        Entry("noor_h", 2, "ferry", front: "noor-park", "Gull for scale.", at: harbour),
        Entry("elias", 2, "concert", "Borrowed ears for tomorrow, please.", at: kallio),
        Entry("jonas", 3, "bookshop", "Do not tell my bank.", at: punavuori),
        Entry("mikko", 4, "sauna", "Eighty-six degrees of silence.", at: bay, .area),
        Entry("leena", 6, "autumn-bench", "Third from the fountain, of course.", at: park),
        Entry("sofia", 9, "lamp", "Walked the long way home.", at: kruununhaka, .area),
        Entry("jonas", 12, "night-bus", front: "jonas-home", "Front seat.", at: station, late: 17),
        Entry("noor_h", 15, "cinnamon-buns", "Rehearsal food.", at: hakaniemi),
        Entry("elias", 20, "football", "Aino says we lost. Aino was in goal.", at: bay),
    ]

    private static let earlier = [
        Entry("aino_k", 0, "skates", front: "aino-sea", "New laces, another winter of falling.", at: rink, yearsAgo: 1),
        Entry("mikko", 0, "harbour", "Last boat in.", at: harbour, yearsAgo: 1),
        Entry("aino_k", 0, "balcony", "My first balcony!", at: kallio, retakes: 2, yearsAgo: 2),
    ]
}
