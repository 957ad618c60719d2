import Foundation
import HTTP
import Media

/// What a person writes about themselves.
struct Profile: Sendable, Equatable {
    var bio: String
    var phone: String

    static let longestBio = 300
    static let longestPhone = 32

    init(bio: String, phone: String) {
        self.bio = bio
        self.phone = phone
    }

    /// Parses the form.
    ///
    /// - Throws: a problem for each field that is too long or is no telephone number.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        // Browsers send a line break as two characters but count it as one.
        bio = (form["bio"] ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        phone = (form["phone"] ?? "").trimmingCharacters(in: .whitespaces)
        if bio.unicodeScalars.count > Profile.longestBio {
            errors.add("bio", "That is too long: 300 characters at most.")
        }
        let isNumber = phone.unicodeScalars.allSatisfy { "0123456789+-()./ ".unicodeScalars.contains($0) }
        if !isNumber || phone.utf8.count > Profile.longestPhone {
            errors.add("phone", "Only digits, spaces and + - ( ) . / are possible, 32 of them at most.")
        }
        try errors.check()
    }
}

/// `GET /settings/profile`
struct ProfilePage {
    let frame: Frame
    let avatar: AvatarPart
    let bio: TextAreaPart
    let phone: FieldPart
    let picture: PictureFieldPart
    /// nil if there is no picture to remove.
    let removal: ConfirmPart?

    init(_ frame: Frame, _ viewer: Viewer, _ form: FormFields, uploadID: String, _ errors: ValidationErrors) {
        self.frame = frame
        avatar = AvatarPart(viewer)
        bio = TextAreaPart(
            "bio", "About you", value: form["bio"] ?? "", rows: 4, hint: "Those who may see your profile read it.",
            max: Profile.longestBio, errors)
        phone = FieldPart(
            "phone", "Telephone", value: form["phone"] ?? "", type: "tel", hint: "Optional. Nobody sees it.",
            autocomplete: "tel", lengths: (0, Profile.longestPhone), errors)
        picture = PictureFieldPart(
            "Your picture", current: AvatarPart(viewer.username, picture: MediaPaths.of(viewer.picture, .medium)),
            uploadID: uploadID, errors)
        removal =
            viewer.picture == nil
            ? nil
            : ConfirmPart(
                frame, post: AccountPaths.removePicture, opener: "Remove the picture",
                words: "Your initials are shown instead. The picture is deleted within a minute.",
                button: "Remove it")
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
