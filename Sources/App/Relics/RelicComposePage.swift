import Proximity

/// `GET /relics/new` and its preview
struct RelicComposePage {
    let frame: Frame
    let composer: ComposerPart
    let submission: String
    let media: MediaFieldPart
    let description: String
    let radius: RadiusFieldPart
    let lifetime: ChoicesPart
    let audience: ChoicesPart
    let later: TogglePart
    let options: RelicOptionsPart
    let errors: ValidationErrors

    static let title = "Leave a relic"

    init(
        frame: Frame, _ draft: RelicDraft, place: PlaceFieldPart, map: MapPart, media: MediaFieldPart,
        _ units: DistanceFormat, _ errors: ValidationErrors
    ) {
        self.frame = frame
        composer = ComposerPart(
            script: frame.pageScript(ComposerPart.script), csrf: frame.csrf, title: RelicComposePage.title,
            introduction: "A photo, a video or a sound that opens for those who come there.", action: RelicPaths.own,
            preview: RelicPaths.new, pin: .stone, place: place, map: map, others: frame.drops(at: RelicPaths.new),
            ended: "Your session has ended. Sign in again in another tab, then go on here.")
        submission = draft.spot.submission
        self.media = media
        description = draft.description
        radius = RadiusFieldPart(draft.spot.radius, of: .relic, units, errors)
        lifetime = ChoicesPart("lifetime", "Stays", RelicComposePage.lifetimes, chosen: draft.lifetime, errors)
        audience = ChoicesPart("audience", "For", RelicComposePage.audiences, chosen: draft.audience, errors)
        later = TogglePart(
            name: "appears", label: "Appear in an hour",
            hint: "Everybody who may see it learns roughly when you left it. By then you're elsewhere.",
            isOn: draft.appearsLater)
        options = RelicOptionsPart(draft, errors)
        self.errors = errors
    }

    private static let lifetimes = Relic.Lifetime.allCases.map { (value: $0.rawValue, words: $0.words) }
    private static let audiences = [
        (value: Relic.Audience.everyone.rawValue, words: "Everyone here"),
        (value: Relic.Audience.friends.rawValue, words: "Friends"),
    ]
}

extension Relic.Lifetime {
    /// How long it stays, as a choice.
    var words: String {
        switch self {
        case .hour: "1 hour"
        case .day: "1 day"
        case .week: "1 week"
        case .forever: "Forever"
        }
    }
}

/// What most relics do without, folded under *More*.
struct RelicOptionsPart {
    let password: FieldPart
    let degrees: DegreesPart
    /// Whether the password must be typed again: it is not sent back. After a step, scripts
    /// put it back, and then nothing is said.
    let wantsPassword: Bool
    /// Whether a field in the fold needs a look.
    let isOpen: Bool

    init(_ draft: RelicDraft, _ errors: ValidationErrors) {
        password = FieldPart(
            "password", "Password", type: "password",
            hint: "Tell it to those who may open it.",
            autocomplete: "new-password", placeholder: "None", lengths: (0, Relic.longestPassword), errors)
        wantsPassword = draft.hadPassword
        degrees = DegreesPart(draft.spot, errors)
        isOpen = draft.hadPassword || (["password"] + DegreesPart.fields).contains { errors.has($0) }
    }
}
