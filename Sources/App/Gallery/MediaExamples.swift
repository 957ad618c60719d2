import HTTP

/// Pictures that people send.
enum MediaExamples {
    static let all: [GalleryEntry] = [
        .page("empty") { profile($0, FormFields(), Problems()) },
        .page("with picture") {
            profile($0, FormFields(values: [("bio", Stage.emoji), ("phone", "+358 40 123 4567")]), Problems(), picture)
        },
        .page("wrong") {
            profile($0, FormFields(values: [("bio", Stage.longText), ("phone", "call me")]), MediaExamples.wrong)
        },
        .part("initials") { _ in
            PictureFieldPart("Your picture", current: AvatarPart("aino_k"), word: "", Problems())
        },
        .part("refused") { _ in
            PictureFieldPart("Your picture", current: AvatarPart(Stage.longName), word: "", MediaExamples.wrong)
        },
    ]

    /// A name that nothing is stored by: what stands behind it is not loaded.
    private static let picture = "abcdefghijklmnopqrstuvwxyz"

    private static let wrong: Problems = {
        var problems = Problems()
        problems.add("avatar", "That is no photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work.")
        problems.add("bio", "That is too long: 300 characters at most.")
        problems.add("phone", "Only digits, spaces and + - ( ) . / are possible, 32 of them at most.")
        return problems
    }()

    private static func profile(
        _ stage: Stage, _ form: FormFields, _ problems: Problems, _ picture: String? = nil
    ) -> ProfilePage {
        var viewer = stage.viewer
        viewer.picture = picture
        return ProfilePage(stage.frame("Profile", .you), viewer, form, word: "", problems)
    }
}
