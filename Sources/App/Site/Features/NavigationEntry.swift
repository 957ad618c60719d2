/// A feature's link in the navigation.
struct NavigationEntry: Sendable {
    /// The position of a link.
    enum Slot: Sendable {
        /// The bottom bar of a phone and the rail of a desktop. What is in a group as well stands in the rail by itself.
        case bar
        /// What one does with friends: a group of the rail and of *You*.
        case friends
        /// What one has: a group of the rail and of *You*.
        case own
        /// What one sets: last in the rail and on *You*.
        case manage
        /// What one can begin, first in the sheet that *New* opens.
        case begin
        /// What one can leave, in the sheet that *New* opens and above the forms.
        case drop
        /// What others see of one, on *You*.
        case sharing
        /// The top right of every page, where the feature shows it itself: `FrameSource`.
        case corner
        /// Above the settings form.
        case settings
        /// Below the settings form.
        case settingsEnd
        /// Below the list of one's devices.
        case devices
        /// In the head of one's page as others see it.
        case ownPage
        /// Below the rail, for as long as `isShown` says so.
        case status
        /// The tabs of the administration.
        case admin
    }

    let slot: Slot
    /// Order within a slot.
    let rank: Int
    let path: String
    let icon: String
    let words: String
    /// Whether it is highlighted.
    var isProminent = false
    /// Whether guests see it: it leads to a page that is open to them.
    var isForGuests = false
    /// Whether a viewer sees it.
    var isShown: @Sendable (Viewer) -> Bool = { _ in true }
    /// A second line; "" for none.
    var detail: @Sendable (Viewer) -> String = { _ in "" }
    /// How many new things it leads to; nil for a link that never says. Asked outside of transactions for every page, also
    /// for those of errors: it does not throw, and without the database it says none.
    var badge: (@Sendable (Viewer) -> CountBadge)?
}

/// A navigation link on a page. Rendered as it stands in bar and rail by `Views/site/_navigation.html`.
struct NavigationPart {
    let path: String
    let icon: IconPart
    let words: String
    let detail: String
    let isProminent: Bool
    /// The value of `aria-current`; "" for other pages.
    let current: String
    /// nil for a link that has none.
    let badge: CountBadge?

    init(_ entry: NavigationEntry, _ viewer: Viewer, current: String = "") {
        path = entry.path
        icon = IconPart(entry.icon)
        words = entry.words
        detail = entry.detail(viewer)
        isProminent = entry.isProminent
        self.current = current
        badge = entry.badge?(viewer)
    }

    /// The class of its list item; "" for none.
    var name: String { isProminent ? "rail-drop" : path == SitePaths.you ? "rail-you" : "" }
}

/// Links in a list, each with its second line.
struct NavigationListPart {
    let links: [NavigationPart]
}

/// Links with one heading: a list on *You*, and in the rail a list that folds.
struct NavigationGroup {
    let words: String
    var links: [NavigationPart]
    /// Whether it is unfolded in the rail.
    var isOpen = false
}

extension NavigationEntry {
    fileprivate func isSeen(by viewer: Viewer) -> Bool { (!viewer.isGuest || isForGuests) && isShown(viewer) }
}

extension FeatureRegistry {
    /// The groups of the rail and of *You*, in their order.
    private static let headings: [(slot: NavigationEntry.Slot, words: String)] = [
        (.friends, "With friends"), (.own, "Yours"),
    ]

    /// The links in a slot that a viewer sees on a page of a section.
    func links(
        _ slot: NavigationEntry.Slot, _ viewer: Viewer, _ section: Frame.Section = .none
    ) -> [NavigationPart] {
        navigation.filter { $0.slot == slot && $0.isSeen(by: viewer) }
            .map { NavigationPart($0, viewer, current: $0.path == section.path ? "page" : "") }
    }

    /// The links of the bar on a page of a section. *You* is marked for what a phone has only there.
    func bar(_ viewer: Viewer, _ section: Frame.Section) -> [NavigationPart] {
        let entries = navigation.filter { $0.slot == .bar && $0.isSeen(by: viewer) }
        let isBelowYou =
            !entries.contains { $0.path == section.path }
            && navigation.contains { [.friends, .own, .manage].contains($0.slot) && $0.path == section.path }
        return entries.map { entry in
            let isBelow = isBelowYou && entry.path == SitePaths.you
            return NavigationPart(
                entry, viewer, current: entry.path == section.path ? "page" : isBelow ? "true" : "")
        }
    }

    /// The groups of links that a viewer sees on a page of a section.
    func groups(_ viewer: Viewer, _ section: Frame.Section = .none) -> [NavigationGroup] {
        FeatureRegistry.headings.map { heading in
            NavigationGroup(words: heading.words, links: links(heading.slot, viewer, section))
        }.filter { !$0.links.isEmpty }
    }

    /// The groups of the rail, without what stands there by itself. One is unfolded, so that all of the rail fits a low
    /// window: that of the page, or else the first.
    func railGroups(_ viewer: Viewer, _ section: Frame.Section) -> [NavigationGroup] {
        let known = Set(navigation.filter { $0.slot == .bar }.map { $0.path })
        var groups = self.groups(viewer, section)
        for place in groups.indices { groups[place].links.removeAll { known.contains($0.path) } }
        let current = groups.firstIndex { group in group.links.contains { !$0.current.isEmpty } }
        if let open = current ?? groups.indices.first { groups[open].isOpen = true }
        return groups
    }
}
