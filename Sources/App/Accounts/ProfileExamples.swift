import HTTP

/// Examples of the profile form.
enum ProfileExamples {
    static let all: [GalleryExample] = [
        .page("empty") { profile($0, FormFields(), ValidationErrors()) },
        .page("with picture") {
            profile(
                $0,
                FormFields(values: [
                    ("display_name", GalleryContext.longDisplayName), ("bio", GalleryContext.emoji),
                    ("phone", "+358 40 123 4567"),
                ]),
                ValidationErrors(), picture)
        },
        .page("wrong") {
            profile(
                $0, FormFields(values: [("bio", GalleryContext.longText), ("phone", "call me")]), ProfileExamples.wrong)
        },
        .part("initials") { _ in
            PictureFieldPart("Your picture", current: AvatarPart("aino_k"), uploadID: "", ValidationErrors())
        },
        .part("refused") { _ in
            PictureFieldPart(
                "Your picture", current: AvatarPart(GalleryContext.longName), uploadID: "", ProfileExamples.wrong)
        },
    ]

    /// A media name without a file; the image does not load.
    private static let picture = "abcdefghijklmnopqrstuvwxyz"

    private static let wrong: ValidationErrors = {
        var errors = ValidationErrors()
        errors.add("avatar", "That's not a photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work.")
        errors.add("display_name", "A name needs a letter.")
        errors.add("bio", "That's too long: 300 characters at most.")
        errors.add("phone", Profile.wrongPhone)
        return errors
    }()

    private static func profile(
        _ gallery: GalleryContext, _ form: FormFields, _ errors: ValidationErrors, _ picture: String? = nil
    ) -> ProfilePage {
        var viewer = gallery.viewer
        viewer.picture = picture
        return ProfilePage(gallery.frame("Profile", .you), viewer, form, uploadID: "", errors)
    }
}
