import Database
import Proximity

/// A feature by which others learn something of a person: its lines stand on *who can see me*.
protocol VisibilitySource: Feature {
    /// The lines of the feature, as true at this moment.
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine]
}

/// One thing about a person, and who sees it.
struct VisibilityLine: Sendable {
    /// Under which heading a line stands.
    enum Section: String, CaseIterable, Sendable {
        case place = "Where you are"
        case who = "Who you are"
        case things = "What you leave and find"
        case out = "Who is kept out"
    }

    let section: Section
    /// Lines of one section stand in this order.
    let rank: Int
    let icon: IconPart
    let title: String
    /// Who sees it, in a word or two.
    let badge: BadgePart
    let words: String
    /// Where it is changed; nil when it cannot be.
    let link: LinkPart?

    init(
        _ section: Section, rank: Int, _ icon: String, _ title: String, _ badge: BadgePart, _ words: String,
        _ link: LinkPart? = nil
    ) {
        self.section = section
        self.rank = rank
        self.icon = IconPart(icon)
        self.title = title
        self.badge = badge
        self.words = words
        self.link = link
    }
}
