/// A number of new things beside a link.
struct CountBadge {
    /// More than this are "99+".
    static let most = 99

    let count: Int
    /// What a screen reader says after the number: "unread"; "" for none.
    let words: String
    /// What a script knows it by; "" for none.
    let name: String

    init(_ count: Int, _ words: String, name: String = "") {
        self.count = count
        self.words = count == 0 ? "" : words
        self.name = name
    }

    /// "3", "99+", "" for none.
    var text: String { count > CountBadge.most ? "\(CountBadge.most)+" : count == 0 ? "" : "\(count)" }
}
