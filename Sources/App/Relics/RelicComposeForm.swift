import HTTP
import Media
import Proximity

extension PlaceForm {
    static let relic = PlaceForm(
        preview: RelicPaths.new, radii: Relic.radii, usualRadius: Relic.usualRadius,
        stops: [5, 8, 10, 15, 20, 25, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000])
}

/// A validated form of a relic, without its file.
struct RelicForm: Sendable {
    let description: String
    let coordinate: Coordinate
    let radius: Metres
    let lifetime: Relic.Lifetime
    let audience: Relic.Audience
    /// As it was typed; nil for none.
    let password: String?
    let appearsLater: Bool
    let formKey: String

    /// Parses the fields of `POST /relics`.
    ///
    /// - Throws: a problem for each invalid field.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        let place = PlaceForm.place(form, &errors)
        let radius = PlaceForm.relic.radius(form, &errors)
        description = MultilineText.normalized(form["description"])
        errors.checkLength("description", description, max: Relic.maxDescriptionLength)
        let lifetime = RelicForm.choice(form["lifetime"], otherwise: Relic.Lifetime.day)
        if lifetime == nil { errors.add("lifetime", "Choose how long it stays.") }
        let audience = RelicForm.choice(form["audience"], otherwise: Relic.Audience.everyone)
        if audience == nil { errors.add("audience", "Choose who can find it.") }
        password = RelicForm.password(form, &errors)
        appearsLater = PlaceForm.isOn(form, "appears")
        formKey = FormKey.read(form) ?? ""
        if formKey.isEmpty {
            errors.add("media", "This form is incomplete. Reload the page and try again.")
        }
        guard let place, let radius, let lifetime, let audience, errors.isEmpty else { throw errors }
        coordinate = place
        self.radius = radius
        self.lifetime = lifetime
        self.audience = audience
    }

    /// The relic that the form leaves.
    ///
    /// - Parameter password: its hash in PHC form.
    func relic(_ media: MediaDraft, password: String?) -> NewRelic {
        NewRelic(
            media: media.name, kind: Relic.Kind(media.use), description: description, coordinate: coordinate,
            radius: radius, lifetime: lifetime, password: password, audience: audience, appearsLater: appearsLater,
            formKey: formKey)
    }

    /// The choice of a field; `usual` if it is empty, nil if it is none.
    private static func choice<Choice: RawRepresentable<String>>(_ text: String?, otherwise usual: Choice) -> Choice? {
        (text ?? "").isEmpty ? usual : text.flatMap { Choice(rawValue: $0) }
    }

    /// nil for none.
    private static func password(_ form: FormFields, _ errors: inout ValidationErrors) -> String? {
        let password = Relics.typedPassword(form)
        if password.utf8.count > Relic.maxPasswordLength {
            errors.add("password", ValidationErrors.tooLong(Relic.maxPasswordLength))
        }
        if password.isEmpty && form["password"]?.isEmpty == false {
            errors.add("password", "Spaces alone are no password.")
        }
        return password.isEmpty ? nil : password
    }
}

extension Relic.Kind {
    /// What a file becomes.
    init(_ use: MediaUse) {
        switch use {
        case .photo, .avatar: self = .photo
        case .clip: self = .video
        case .song: self = .sound
        }
    }
}

/// The state of the form between two requests. It never holds the password: what was typed is not sent back.
struct RelicDraft: Sendable {
    var description = ""
    var lifetime = Relic.Lifetime.day.rawValue
    var audience = Relic.Audience.everyone.rawValue
    var appearsLater = false
    /// Whether a password was typed, which the page asks for again.
    var hadPassword = false
    var media: MediaDraft?
    /// Where it is left.
    var spot: PlaceDraft

    /// An empty form.
    init(at spot: PlaceDraft) { self.spot = spot }

    /// A sent form.
    init(_ form: FormFields, at spot: PlaceDraft) {
        self.spot = spot
        description = form["description"] ?? ""
        lifetime = form["lifetime"] ?? lifetime
        audience = form["audience"] ?? audience
        appearsLater = PlaceForm.isOn(form, "appears")
        hadPassword = !(form["password"] ?? "").isEmpty
    }
}
