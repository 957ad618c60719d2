import Proximity

/// What is drawn as one on a map, by the places of its things alone: so it is known which things have pins of their own
/// before anybody reads what these say.
public struct PinLayout: Sendable {
    let viewport: Viewport
    let places: [PinPlace]
    let groups: [PinGrouping.Group]
    /// Whether all are people: those who would overlap are drawn as a stack of faces.
    let showsEach: Bool
    /// The indices of the places with a pin of their own, in ascending order. The others are parts of numbers.
    public let drawn: [Int]

    /// Groups places, and things that are counted per square, as they are seen in a viewport.
    public init(
        _ places: [PinPlace], clusters: [PinCluster] = [], in viewport: Viewport, showsEach: Bool = false
    ) {
        self.viewport = viewport
        self.places = places
        self.showsEach = showsEach
        groups = PinGrouping.groups(places, clusters: clusters, in: viewport).map { group in
            var group = group
            group.drawn = PinLayout.drawn(group, of: places, in: viewport, showsEach: showsEach)
            return group
        }
        drawn = groups.flatMap { $0.drawn }.sorted()
    }

    /// A thing alone, those of a fan, and everybody in a stack of faces; none of a number.
    private static func drawn(
        _ group: PinGrouping.Group, of places: [PinPlace], in viewport: Viewport, showsEach: Bool
    ) -> [Int] {
        if showsEach || group.count == 1 { return group.pins }
        guard group.count == group.pins.count,
            PinFan.isNeeded(group.pins.map { places[$0].coordinate }, in: viewport)
        else { return [] }
        return PinFan.shown(group.pins, of: places)
    }
}
