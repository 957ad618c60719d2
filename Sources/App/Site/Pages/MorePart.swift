/// The link to the next page of a long list.
struct MorePart {
    let address: String

    /// A link to an existing page.
    init(address: String) { self.address = address }

    /// The list at `list` from a cursor on; nil on the last page.
    init?(_ list: String, _ next: Cursor?) {
        guard let next else { return nil }
        address = list + (list.contains("?") ? "&" : "?") + "after=" + next.text
    }
}
