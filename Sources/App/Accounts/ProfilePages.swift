import HTTP
import Media

/// `GET /settings/profile`
struct ProfilePage {
    let frame: Frame
    let displayName: FieldPart
    let bio: TextAreaPart
    let phone: FieldPart
    let picture: PictureFieldPart
    /// nil if there is no picture to remove.
    let removal: ConfirmPart?

    init(_ frame: Frame, _ viewer: Viewer, _ form: FormFields, uploadID: String, _ errors: ValidationErrors) {
        self.frame = frame
        displayName = FieldPart.displayName(
            form, hint: "Shown beside your username, \(viewer.username). Leave it empty to use your username.", errors)
        bio = TextAreaPart(
            "bio", "About you", value: form["bio"] ?? "", rows: 4,
            hint: "Everybody who can see your profile can read it.",
            max: Profile.longestBio, errors)
        phone = FieldPart(
            "phone", "Phone", value: form["phone"] ?? "", type: "tel", hint: "Optional. Nobody else sees it.",
            autocomplete: "tel", lengths: (0, Profile.longestPhone), errors)
        picture = PictureFieldPart(
            "Your picture",
            current: AvatarPart(
                viewer.username, displayName: viewer.displayName, picture: MediaPaths.of(viewer.picture, .medium)),
            uploadID: uploadID, errors)
        removal =
            viewer.picture == nil
            ? nil
            : ConfirmPart(
                frame, post: AccountPaths.removePicture, opener: "Remove picture",
                words: "Your initials are shown instead. The picture is deleted within a minute.",
                button: "Remove")
    }
}

extension FieldPart {
    /// The field for the username of a new account.
    static func username(_ form: FormFields, _ errors: ValidationErrors) -> FieldPart {
        FieldPart(
            "username", "Username", value: form["username"] ?? "", hint: "5 to 32 letters, digits, or _ . -",
            autocomplete: "username", isRequired: true, lengths: (5, 32), errors)
    }

    /// The field for the email address of a new account.
    static func email(_ form: FormFields, _ errors: ValidationErrors) -> FieldPart {
        FieldPart(
            "email", "Email", value: form["email"] ?? "", type: "email",
            hint: "To reset your password. Nobody else sees it.", autocomplete: "email", isRequired: true, errors)
    }

    /// The field for a display name, at sign-up and in the profile.
    static func displayName(_ form: FormFields, hint: String, _ errors: ValidationErrors) -> FieldPart {
        FieldPart(
            "display_name", "Display name", value: form["display_name"] ?? "", hint: hint, autocomplete: "name",
            lengths: (0, DisplayName.lengths.upperBound), errors)
    }
}

/// The form field for a profile picture: a file or a photo from the device's camera.
struct PictureFieldPart {
    let label: String
    /// The current picture.
    let current: AvatarPart
    /// The id under which the page polls its upload's place in the queue; "" on pages for visitors.
    let uploadID: String
    let fieldError: FieldErrorPart

    init(_ label: String, current: AvatarPart, uploadID: String, _ errors: ValidationErrors) {
        self.label = label
        self.current = current
        self.uploadID = uploadID
        fieldError = errors.part("avatar")
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    var hint: String { "\(MediaUse.avatar.acceptedWords). Where and when it was taken is not kept." }
    /// All images, so that phones offer the camera as well as the library.
    var accept: String { "image/*" }
}
