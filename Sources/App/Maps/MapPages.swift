import HTML

/// `GET /` for a visitor.
struct WelcomePage {
    let frame: Frame
    /// Whether everybody may sign up.
    var canSignUp = true
    /// What other features have to say first.
    var notices: [Markup] = []
    /// What other features offer visitors.
    var parts: [Markup] = []
    /// The address of its style sheet.
    var style = ""
}

/// `GET /` for a signed-in person: their map, notes to open, and the form for their position.
struct HomePage {
    let frame: Frame
    let map: MapPart
    let search: PlaceSearchPart
    /// Things to open, as their features show them.
    let waiting: [Markup]
    /// A suggestion for when nothing waits to be opened.
    let nextStep: NextStepPart?
    /// Whether typed positions open anything on this site.
    var allowsTyped = true
    /// Where a place of the map is sent; "" for nowhere.
    var sharing = ""
    let latitude: String
    let longitude: String
    let errors: ValidationErrors
}
