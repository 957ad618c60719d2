/// The arrow above a page, which leads to the page above it, or to the one from which the viewer came.
struct BackPart {
    let path: String
    let words: String
}

extension Frame {
    /// The arrow to the page above, unless the viewer came from another page of the navigation.
    func back(_ path: String, _ words: String) -> BackPart { origin ?? BackPart(path: path, words: words) }
}

extension RequestContext {
    /// The page of the navigation that led here; nil for any other one, so that two pages never lead back to each other
    /// for ever.
    func origin() -> BackPart? {
        guard let address = ownReferer else { return nil }
        let path = String(address.prefix { $0 != "?" })
        guard path != request.head.path else { return nil }
        let slots: [NavigationEntry.Slot] = [.bar, .friends, .own, .manage, .sharing, .corner]
        let entry = site.features.navigation.first { $0.path == path && slots.contains($0.slot) }
        return entry.map { BackPart(path: address, words: $0.words) }
    }
}
