import Database
import Proximity

/// Examples of the pages for export and account deletion.
enum AccountDataExamples {
    static let all: [GalleryExample] = [
        .page("empty") { export($0, nil, errors: ValidationErrors()) },
        .page("wrong") { export($0, nil, errors: AccountDataExamples.wrong) },
        .page("under way") { export($0, stored($0, percent: 42), errors: ValidationErrors()) },
        .page("ready") { export($0, stored($0, percent: 100, bytes: 12_400_000), errors: ValidationErrors()) },
        .page("failed") { export($0, stored($0, percent: 7, hasFailed: true), errors: ValidationErrors()) },
        .page("usual") { delete($0, "aino_k", errors: ValidationErrors()) },
        .page("wrong") { delete($0, GalleryContext.longName, errors: AccountDataExamples.wrong) },
        .page("administrator") { delete($0, "aino_k", isAdministrator: true, errors: ValidationErrors()) },
        .page("last administrator") {
            delete($0, "aino_k", isAdministrator: true, isLast: true, errors: ValidationErrors())
        },
        .part("left") { _ in AvatarPart("", isDeleted: true) },
    ]

    private static let wrong = ValidationErrors("password", "That’s not your password.")

    private static func export(
        _ gallery: GalleryContext, _ stored: ExportQueries.Stored?, errors: ValidationErrors
    ) -> ExportPage {
        ExportPage(frame: gallery.frame("Export your data", .settings), stored, times: gallery.times, errors: errors)
    }

    private static func stored(
        _ gallery: GalleryContext, percent: Int, bytes: Int? = nil, hasFailed: Bool = false
    ) -> ExportQueries.Stored {
        ExportQueries.Stored(
            account: gallery.viewer.id, file: "0123456789abcdefghijklmnopq", percent: percent, bytes: bytes,
            createdAt: gallery.ago(1), finishedAt: bytes == nil ? nil : gallery.now, hasFailed: hasFailed)
    }

    private static func delete(
        _ gallery: GalleryContext, _ name: String, isAdministrator: Bool = false, isLast: Bool = false,
        errors: ValidationErrors
    ) -> DeletePage {
        DeletePage(
            frame: gallery.frame("Delete your account", .settings), username: name, isAdministrator: isAdministrator,
            isLastAdministrator: isLast, gallery.site.features.all.map { $0.personalData }, errors)
    }
}
