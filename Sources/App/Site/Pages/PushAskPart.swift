/// Asks whether this device may tell what somebody waits for now. Scripts show it to those whom it can help: it stays
/// hidden where the device gets notices already, cannot get them, or has refused.
struct PushAskPart {
    /// The site's public key.
    let key: String
    /// Why, in a sentence: "Know at once when Leena opens it."
    let words: String
}
