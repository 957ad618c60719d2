import Foundation
import Proximity

/// `GET /settings/export`
struct ExportPage {
    let frame: Frame
    /// Set while the export is being made.
    let progress: ProgressPart?
    /// Set once the export is finished.
    let ready: Ready?
    let hasFailed: Bool
    let password: FieldPart

    /// A finished export.
    struct Ready {
        let path: String
        /// "12.4 MB"
        let size: String
        let made: TimePart
        let ends: TimePart
    }

    /// Whether to show the form that requests an export.
    var hasForm: Bool { progress == nil && ready == nil }

    init(frame: Frame, _ export: ExportQueries.Stored?, _ words: RelativeTimeFormatter, _ errors: ValidationErrors) {
        self.frame = frame
        hasFailed = export?.hasFailed ?? false
        progress = export.flatMap {
            $0.isUnderWay ? ProgressPart(label: "Preparing your export: \($0.percent) %", percent: $0.percent) : nil
        }
        ready = export.flatMap { export in
            guard let finished = export.finishedAt, let bytes = export.bytes else { return nil }
            return Ready(
                path: AccountDataPaths.file(export.file), size: ByteFormatter.text(bytes),
                made: TimePart(moment: finished, words),
                ends: TimePart(date: export.createdAt + AccountData.life, words))
        }
        password = FieldPart(
            "password", "Your password", type: "password",
            hint: "So nobody else can do this in a browser you left open.",
            autocomplete: "current-password", isRequired: true, errors)
    }
}

/// `GET /settings/delete`
struct DeletePage {
    let frame: Frame
    let username: String
    let isAdministrator: Bool
    /// Whether the viewer cannot delete their account because the site would have no administrator.
    let isLastAdministrator: Bool
    /// What is deleted and what is kept, by feature.
    let deleted: [DeletionFact]
    let kept: [DeletionFact]
    let password: FieldPart

    init(
        frame: Frame, username: String, isAdministrator: Bool, isLastAdministrator: Bool, _ all: [PersonalData],
        _ errors: ValidationErrors
    ) {
        deleted = all.flatMap { $0.deleted }
        kept = all.flatMap { $0.kept }
        self.frame = frame
        self.username = username
        self.isAdministrator = isAdministrator
        self.isLastAdministrator = isLastAdministrator
        password = FieldPart(
            "password", "Your password", type: "password", autocomplete: "current-password", isRequired: true,
            errors)
    }
}

/// The texts of an export.
enum ExportWords {
    /// The README of an export.
    static func readme(_ address: String, _ files: [ExportedFiles], _ now: Timestamp) -> String {
        """
        Everything that you have at \(address)
        Put together at \(RelativeTimeFormatter.machine(now)).

        \(files.flatMap { lines($0) }.joined(separator: "\n"))

        Files that end in .json open in any text editor. Files that end in .gpx open in
        map programs. All times are in UTC, all places in degrees (WGS 84).

        Not in here: your password, which is kept only as a code that cannot be turned
        back, and notes that wait for you somewhere: go and find them.

        """
    }

    /// The path and its description, in lines of at most 80 characters.
    private static func lines(_ files: ExportedFiles) -> [String] {
        let margin = 22
        var lines = [files.path.padding(toLength: max(margin, files.path.count + 2), withPad: " ", startingAt: 0)]
        var isFirst = true
        for word in files.words.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !isFirst, last.count + 1 + word.count > 80 {
                lines.append(String(repeating: " ", count: margin) + word)
            } else {
                lines[lines.count - 1] = last + (isFirst ? "" : " ") + word
            }
            isFirst = false
        }
        return lines
    }
}
