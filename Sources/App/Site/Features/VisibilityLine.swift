import Database
import Proximity

/// A feature that shows something of a person to others: it adds lines to *who can see me*.
protocol VisibilitySource: Feature {
    /// The lines as of now.
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine]
}

/// One thing about a person, and who sees it.
struct VisibilityLine: Sendable {
    /// The heading that a line is under.
    enum Section: String, CaseIterable, Sendable {
        case place = "Where you are"
        case who = "Who you are"
        case things = "What you leave and find"
        case out = "Who is blocked"
    }

    let section: Section
    /// Order within a section.
    let rank: Int
    let icon: IconPart
    let title: String
    /// Who sees it, in one or two words.
    let badge: BadgePart
    let words: String
    /// Where to change it; nil if it cannot be changed.
    let link: LinkPart?

    init(
        _ section: Section, rank: Int, icon: String, title: String, badge: BadgePart, words: String,
        link: LinkPart? = nil
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
