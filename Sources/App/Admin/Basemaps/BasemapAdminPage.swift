/// `GET /admin/basemaps`
struct BasemapAdminPage {
    let frame: Frame
    /// The address of the page's style sheet.
    let style: String
    let state: BasemapStatePart
    let list: BasemapListPart
    /// Whom the server asks for a map.
    let source: String
    let place: FieldPart
    let side: SelectPart
    let box: BasemapBoxPart
    let offer: BasemapOfferPart?
    /// Whether the server makes maps of extracts of OpenStreetMap.
    let makesMaps: Bool
    /// The message below the field for a file.
    let file: FieldErrorPart

    /// - Parameter origin: the server of maps that the host named; nil for that of Protomaps.
    init(
        _ frame: Frame, style: String, _ state: BasemapStatePart, _ list: BasemapListPart, from origin: String?,
        makesMaps: Bool, _ draft: BasemapDraft, _ box: BasemapBoxPart, _ errors: ValidationErrors
    ) {
        self.makesMaps = makesMaps
        (self.frame, self.style, self.state, self.list, self.box) = (frame, style, state, list, box)
        source =
            origin.map {
                "Out of the archive at \($0). Your server asks there when you press the button, and at no other time."
            }
                ?? """
                Out of OpenStreetMap, made by Protomaps. Your server asks theirs when you press the button, and at no other time.
                """
        place = FieldPart(
            "place", "Place", value: draft.place, hint: "A town, or degrees like 60.17, 24.94.", autocomplete: "off",
            errors)
        side = SelectPart(
            "km", "Size", BasemapDraft.sides.map { ("\(Int($0))", "\(Int($0)) × \(Int($0)) km") },
            chosen: "\(Int(draft.side))")
        offer = draft.offer
        file = errors.part("file")
    }
}

/// The map that is being loaded or made, or what became of the last one.
struct BasemapStatePart {
    /// How far it is; nil when nothing is.
    var progress: ProgressPart?
    /// "" for nothing to say.
    var outcome = ""
    /// Goes on with what was stopped or has failed; nil for nothing.
    var again: BasemapOfferPart?
    var hasFailed = false
    /// Whether a page has asked for this part alone: its list is older than what is told here.
    let isAsked: Bool
    let csrf: TokenField

    /// The id of what pages ask for again and again.
    private static let id = "basemap-now"

    /// Whether a page asks how far it is. Scripts say which element they want to replace.
    static func isAsked(by context: RequestContext) -> Bool { context.request.head.headers["hx-target"] == id }

    init(_ state: BasemapLoader.State, _ csrf: TokenField, isAsked: Bool) {
        (self.csrf, self.isAsked) = (csrf, isAsked)
        switch state {
        case .idle: return
        case .working(let work, let percent, let words):
            progress = ProgressPart(label: "\(work.title): \(words)", percent: percent)
        case .done(let title, _): outcome = "\(title) is on the map."
        case .stopped(.region(let region), _):
            outcome = "\(region.title): stopped. It can go on where it ended."
            again = BasemapOfferPart("", region, csrf)
        case .stopped(.extract(let name), _): outcome = "\(name): stopped."
        case .failed(let work, let words, _):
            outcome = words
            if case .region(let region) = work { again = BasemapOfferPart("", region, csrf) }
            hasFailed = true
        }
    }
}

/// What a map of a region would be, with the button that gets it.
struct BasemapOfferPart {
    /// "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38 MB"
    let summary: String
    let title: String
    let box: String
    /// Where it is; nil for an offer that was seen already.
    var map: MapPart?
    let csrf: TokenField

    init(_ summary: String, _ region: BasemapRegion, map: MapPart? = nil, _ csrf: TokenField) {
        (self.summary, self.map, self.csrf) = (summary, map, csrf)
        (title, box) = (region.title, region.text)
    }
}
