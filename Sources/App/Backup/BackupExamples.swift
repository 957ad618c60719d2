import Foundation
import Proximity

/// The pages of the feature with example data.
enum BackupExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, BackupSchedule(isOn: true, folder: "/mnt/backup/cairn")) },
        .page("off") { page($0, BackupSchedule(), isEmpty: true) },
        .page("failed") {
            page(
                $0, BackupSchedule(isOn: true, folder: "/mnt/backup/cairn"),
                error: "There is no folder /mnt/backup/cairn.")
        },
        .page("being made") { page($0, BackupSchedule(isOn: true, folder: "/mnt/backup/cairn"), isUnderWay: true) },
        .page("wrong") { page($0, BackupSchedule(isOn: true, folder: "backup"), errors: wrong) },
        .page("long folder") {
            page(
                $0, BackupSchedule(isOn: true, folder: longFolder), error: "There is no folder \(longFolder).",
                fixed: Backups.Fixed(folder: longFolder))
        },
        .part("ready", style: "backup") { state($0) },
        .part("being made", style: "backup") { state($0, isUnderWay: true) },
        .part("over", style: "backup") { state($0, isAsked: true) },
        .part("usual", style: "backup") { file($0, ValidationErrors()) },
        .part("wrong", style: "backup") { file($0, ValidationErrors("password", "That’s not your password.")) },
    ]

    private static let longFolder = "/mnt/" + String(repeating: "backups_of_a_small_circle_", count: 6)

    private static let wrong: ValidationErrors = {
        var errors = ValidationErrors("folder", "The folder is not a whole path, such as /mnt/backup.")
        errors.add("days", "Give a number from 1 to 60.")
        return errors
    }()

    private static func entry(_ gallery: GalleryContext, hours: Double) -> BackupFolder.Entry {
        BackupFolder.Entry(name: BackupFileName(gallery.ago(hours), label: "k3f7a2"), bytes: 48_100_000)
    }

    private static func state(_ gallery: GalleryContext, isUnderWay: Bool = false, isAsked: Bool = false)
        -> BackupStatePart
    {
        BackupStatePart(csrf: gallery.frame("").csrf, isUnderWay: isUnderWay, canRun: true, isAsked: isAsked)
    }

    private static func file(_ gallery: GalleryContext, _ errors: ValidationErrors) -> BackupFilePart {
        BackupFilePart(entry(gallery, hours: 5), gallery.frame("").csrf, gallery.words, errors)
    }

    private static func page(
        _ gallery: GalleryContext, _ schedule: BackupSchedule, errors: ValidationErrors = ValidationErrors(),
        error: String? = nil, isEmpty: Bool = false, isUnderWay: Bool = false, fixed: Backups.Fixed = Backups.Fixed()
    ) -> BackupAdminPage {
        let failed = error.map { BackupState.Failed(startedAt: gallery.ago(5), hasEnded: true, error: $0) }
        let state = BackupState(
            schedule: schedule, lastGood: isEmpty ? nil : gallery.ago(failed == nil ? 5 : 29), failed: failed,
            isUnderWay: isUnderWay,
            files: isEmpty ? [] : [5.0, 29, 53, 77, 245].map { entry(gallery, hours: $0) }, now: gallery.ago(0))
        return BackupAdminPage(
            gallery.frame("Backups", .administration), style: gallery.site.assets.pageStyles["backup"] ?? "",
            form: BackupForm(schedule), state: state, fixed: fixed, gallery.words,
            errors)
    }
}
