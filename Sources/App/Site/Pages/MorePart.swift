/// The way to the next page of a long list.
struct MorePart {
    let address: String

    /// A page that there is.
    init(address: String) { self.address = address }

    /// `address` is what stands before the cursor; nil on the last page.
    init?(_ address: String, _ next: Cursor?) {
        guard let next else { return nil }
        self.address = address + next.text
    }
}
