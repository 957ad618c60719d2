/// Begins a pause, in the rail; above the page while one lasts, ends it.
struct PausePart {
    /// "18:30" while it lasts, otherwise "".
    var until = ""
    let csrf: TokenField
}

/// The sheet that *Drop* opens.
struct DropSheetPart {
    let links: [NavigationPart]
}
