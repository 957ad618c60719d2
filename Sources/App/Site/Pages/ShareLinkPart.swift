/// A link to hand on: in a field that can be selected, with scripts beside buttons that copy and share it.
struct ShareLinkPart {
    /// Unique on the page.
    let id: String
    let label: String
    /// The full URL.
    let link: String
    /// What the device's share sheet shows as its title.
    let title: String
}
