/// Where a page asks for the phone's position, once or while it is open, and says what lies around.
struct ListeningPart {
    let allowsTyped: Bool
    /// What lies around where the viewer was last; "" for nothing. Scripts put there what the server says of each
    /// position.
    var around = ""
}

/// The form with which a page reports positions, and where one types them.
struct TypedPositionPart {
    let csrf: TokenField
    /// Where it leads.
    let next: String
    let allowsTyped: Bool
}
