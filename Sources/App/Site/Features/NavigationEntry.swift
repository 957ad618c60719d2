/// A link that a feature puts into the navigation.
struct NavigationEntry: Sendable {
    /// Where a link stands.
    enum Slot: Sendable {
        /// The bar at the bottom of a phone and the rail of a desktop.
        case bar
        /// The rail of a desktop only: a phone has it under *You*.
        case rail
        /// The page *You*.
        case you
        /// Above the form of the settings.
        case settings
        /// Below the form of the settings.
        case settingsEnd
        /// Below the list of one's devices.
        case devices
        /// In the head of one's page as others see it.
        case ownPage
        /// Below the rail, for as long as `isShown` says so.
        case status
    }

    let slot: Slot
    /// Entries of one slot stand in this order.
    let rank: Int
    let path: String
    let icon: String
    let words: String
    /// Whether it stands out.
    var isProminent = false
    /// Who sees it.
    var isShown: @Sendable (Viewer) -> Bool = { _ in true }
    /// A second line; "" for none.
    var detail: @Sendable (Viewer) -> String = { _ in "" }
}

/// A link of the navigation on a page.
struct NavigationPart {
    let path: String
    let icon: IconPart
    let words: String
    let detail: String
    let isProminent: Bool
    /// Whether a phone has it under *You*.
    let isWide: Bool
    /// The value of `aria-current`; "" when the page is another one.
    let current: String

    init(_ entry: NavigationEntry, _ viewer: Viewer, current: String = "") {
        path = entry.path
        icon = IconPart(entry.icon)
        words = entry.words
        detail = entry.detail(viewer)
        isProminent = entry.isProminent
        isWide = entry.slot == .rail
        self.current = current
    }

    /// The class of its list item; "" for none.
    var name: String { isProminent ? "rail-drop" : isWide ? "rail-wide" : "" }
}

extension FeatureRegistry {
    /// The links of a slot that a viewer sees.
    func links(_ slot: NavigationEntry.Slot, _ viewer: Viewer) -> [NavigationPart] {
        navigation.filter { $0.slot == slot && $0.isShown(viewer) }.map { NavigationPart($0, viewer) }
    }

    /// The links of bar and rail on a page of a section. On a phone, *You* stands for what only the rail has.
    func rail(_ viewer: Viewer, _ section: Frame.Section) -> [NavigationPart] {
        let entries = navigation.filter { ($0.slot == .bar || $0.slot == .rail) && $0.isShown(viewer) }
        let isOnlyInRail = entries.contains { $0.slot == .rail && $0.path == section.path }
        return entries.map { entry in
            let isBelow = isOnlyInRail && entry.path == Frame.Section.you.path
            return NavigationPart(
                entry, viewer, current: entry.path == section.path ? "page" : isBelow ? "true" : "")
        }
    }
}
