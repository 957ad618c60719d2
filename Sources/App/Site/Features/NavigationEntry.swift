/// A feature's link in the navigation.
struct NavigationEntry: Sendable {
    /// The position of a link.
    enum Slot: Sendable {
        /// The bottom bar of a phone and the rail of a desktop.
        case bar
        /// What one can begin, first in the sheet that *Drop* opens.
        case begin
        /// What one can leave, in the sheet that *Drop* opens and above the forms.
        case drop
        /// Only the rail of a desktop; on a phone it is on *You*.
        case rail
        /// The page *You*.
        case you
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

/// A navigation link on a page.
struct NavigationPart {
    let path: String
    let icon: IconPart
    let words: String
    let detail: String
    let isProminent: Bool
    /// Whether it is on *You* on a phone.
    let isWide: Bool
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
        isWide = entry.slot == .rail
        self.current = current
        badge = entry.badge?(viewer)
    }

    /// The class of its list item; "" for none.
    var name: String { isProminent ? "rail-drop" : isWide ? "rail-wide" : "" }
}

extension NavigationEntry {
    fileprivate func isSeen(by viewer: Viewer) -> Bool { (!viewer.isGuest || isForGuests) && isShown(viewer) }
}

extension FeatureRegistry {
    /// The links in a slot that a viewer sees.
    func links(_ slot: NavigationEntry.Slot, _ viewer: Viewer) -> [NavigationPart] {
        entries(slot).filter { $0.isSeen(by: viewer) }.map { NavigationPart($0, viewer) }
    }

    /// The links of bar and rail on a page of a section. On a phone, *You* is marked for links that only the rail has.
    func rail(_ viewer: Viewer, _ section: Frame.Section) -> [NavigationPart] {
        let entries = (entries(.bar) + entries(.rail)).filter { $0.isSeen(by: viewer) }.sorted { $0.rank < $1.rank }
        let isOnlyInRail = entries.contains { $0.slot == .rail && $0.path == section.path }
        return entries.map { entry in
            let isBelow = isOnlyInRail && entry.path == Frame.Section.you.path
            return NavigationPart(
                entry, viewer, current: entry.path == section.path ? "page" : isBelow ? "true" : "")
        }
    }
}
