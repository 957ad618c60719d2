/// What the page after a form says, and the way to take back what the form did.
struct Flash: Equatable {
    let words: String
    /// Where the *Undo* button posts; "" for no button.
    var undo = ""
    /// Why notices on this device would help now; "" to ask nothing.
    var asks = ""

    /// Nothing to say.
    static let none = Flash(words: "")

    /// Seconds for which an undo is accepted. The button is meant for the next ten; the rest is for a slow phone, whose
    /// page may need half a minute to arrive.
    static let undoTime = 60.0
    /// Seconds after which what can be undone may be deleted for good: later than the undo of any request that began in
    /// time. Otherwise the answer to one that waited would depend on whether there was anything to delete.
    static let keepTime = 90.0

    /// The value of the cookie that carries it to the next page, before it is signed.
    var text: String { "\(undo)\n\(asks)\n\(words)" }

    /// Reads ``text``.
    init(text: String) {
        let parts = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        self.init(
            words: parts.count > 2 ? parts[2] : "", undo: parts[0], asks: parts.count > 1 ? parts[1] : "")
    }

    init(words: String, undo: String = "", asks: String = "") {
        self.words = words
        self.undo = undo
        self.asks = asks
    }
}
