import HTML
import HTTP
import Proximity

/// The form of `POST /admin/backup`, as it was typed.
struct BackupForm {
    let isOn: Bool
    let folder: String
    let time: String
    let days: String
    let weeks: String
    let months: String

    init(_ schedule: BackupSchedule) {
        (isOn, folder, time) = (schedule.isOn, schedule.folder, schedule.clock)
        (days, weeks, months) = ("\(schedule.days)", "\(schedule.weeks)", "\(schedule.months)")
    }

    /// Absent fields keep their value, but the checkbox does not.
    init(_ form: FormFields, else schedule: BackupSchedule) {
        let stored = BackupForm(schedule)
        isOn = form["is_on"] != nil
        folder = (form["folder"] ?? stored.folder).trimmingCharacters(in: .whitespaces)
        (time, days) = (form["time"] ?? stored.time, form["days"] ?? stored.days)
        (weeks, months) = (form["weeks"] ?? stored.weeks, form["months"] ?? stored.months)
    }

    /// What it asks for. A folder that cannot be written to is refused while backups are on.
    ///
    /// - Parameters:
    ///   - stored: what the environment says stays as it is there.
    ///   - dataFolder: where no backup may lie.
    func schedule(
        _ stored: BackupSchedule, _ fixed: Backups.Fixed, dataFolder: String
    ) throws(ValidationErrors) -> BackupSchedule {
        var errors = ValidationErrors()
        var schedule = stored
        if fixed.folder == nil {
            (schedule.isOn, schedule.folder) = (isOn, folder)
            if folder.unicodeScalars.count > BackupSchedule.maxFolderLength {
                errors.add("folder", "That's too long: \(BackupSchedule.maxFolderLength) characters at most.")
            } else if isOn, let fault = BackupFolder(folder, label: nil).fault(dataFolder: dataFolder) {
                errors.add("folder", fault.prefix(1).uppercased() + fault.dropFirst() + ".")
            }
        }
        if fixed.minute == nil {
            if let minute = TimeOfDay.minutes(time) {
                schedule.minute = minute
            } else {
                errors.add("time", "Give a time like 03:30.")
            }
        }
        func count(_ name: String, _ text: String, from least: Int) -> Int {
            if let number = InputNumber.whole(text, in: least...BackupSchedule.maxKept) { return number }
            errors.add(name, "Give a number from \(least) to \(BackupSchedule.maxKept).")
            return least
        }
        schedule.days = count("days", days, from: 1)
        schedule.weeks = count("weeks", weeks, from: 0)
        schedule.months = count("months", months, from: 0)
        try errors.check()
        return schedule
    }
}

/// How the backups of a site are.
struct BackupState {
    let schedule: BackupSchedule
    /// When the last good one was begun; nil for never.
    let lastGood: Timestamp?
    let failed: Failed?
    /// Whether one that an administrator asked for is being made, or is about to.
    let isUnderWay: Bool
    /// Newest first, as they were when the folder was last looked at.
    let files: [BackupFolder.Entry]
    let now: Timestamp

    /// A try after the last good one that failed, or that has not ended.
    struct Failed {
        let startedAt: Timestamp
        let hasEnded: Bool
        /// Why, as a sentence. While it has not ended, why the one before failed; "" if that did not.
        let error: String

        static let noEnd = "It did not come to an end."
        /// Seconds after which one that has not ended counts as failed.
        static let patience = 4 * 3_600.0
    }

    /// Whether the last good one is too old. While the site makes none, a timer of the system may make them by
    /// `cairn backup`, but nobody knows.
    private var isLate: Bool { lastGood.map { $0 > now || now - $0 > Backups.maxAge } ?? true }

    /// Why the last try failed; nil if it did not, as far as is known.
    private var reason: String? {
        guard let failed else { return nil }
        if !failed.hasEnded, now - failed.startedAt > Failed.patience { return Failed.noEnd }
        return failed.error.isEmpty ? nil : failed.error
    }

    /// What is wrong, as a sentence; "" when all is well.
    var fault: String {
        guard schedule.isOn else { return isLate ? "The site makes no backups." : "" }
        if let reason { return "The last backup failed. \(reason)" }
        return isLate && lastGood != nil ? "The last good backup is more than two days old." : ""
    }

    /// What to do about it.
    var remedy: String {
        if !schedule.isOn { return "If its disk breaks, everything is gone. Switch them on below." }
        guard reason != nil else { return "Back up now." }
        return failed?.hasEnded == true ? "When that is mended, back up now." : "It is being tried again."
    }
}

/// `GET /admin/backup`
struct BackupAdminPage {
    let frame: Frame
    /// The address of its style sheet.
    let style: String
    /// What is wrong, as a sentence; "" when all is well.
    let warning: String
    /// When the last good one was made; nil for never.
    let lastGood: TimePart?
    let isOn: TogglePart?
    let folder: FieldPart?
    /// The folder of the environment; "" if the form decides.
    let fixedFolder: String
    /// "03:30", the time of the environment; "" if the form decides.
    let fixedTime: String
    let time: FieldPart?
    let keeps: [FieldPart]
    let now: BackupStatePart
    /// The newest.
    let files: [BackupFilePart]
    let older: [BackupFilePart]
    var isOlderOpen: Bool { older.contains { $0.isOpen } }

    /// - Parameter opened: the backup whose password was wrong; "" for none.
    init(
        _ frame: Frame, style: String, form: BackupForm, state: BackupState, fixed: Backups.Fixed,
        opened: String = "", isAsked: Bool = false, _ words: RelativeTimeFormatter, _ errors: ValidationErrors
    ) {
        (self.frame, self.style) = (frame, style)
        warning = state.fault.isEmpty ? "" : "\(state.fault) \(state.remedy)"
        lastGood = state.lastGood.map { TimePart(moment: $0, words) }
        fixedFolder = fixed.folder ?? ""
        fixedTime = fixed.minute.map { TimeOfDay.text($0) } ?? ""
        let isFree = fixed.folder == nil
        isOn =
            isFree
            ? TogglePart(
                name: "is_on", label: "Back up every day",
                hint: "Database, photos, maps and the secret key, in one file a day.", isOn: form.isOn) : nil
        folder =
            isFree
            ? FieldPart(
                "folder", "Folder", value: form.folder,
                hint: "On the server: another disk, or another machine’s that is mounted there.",
                placeholder: BackupPaths.exampleFolder, errors) : nil
        time =
            fixed.minute == nil
            ? FieldPart("time", "At", value: form.time, type: "time", isRequired: true, errors) : nil
        keeps = [
            FieldPart("days", "Days", value: form.days, type: "number", isRequired: true, errors),
            FieldPart("weeks", "Weeks", value: form.weeks, type: "number", isRequired: true, errors),
            FieldPart("months", "Months", value: form.months, type: "number", isRequired: true, errors),
        ]
        now = BackupStatePart(
            csrf: frame.csrf, isUnderWay: state.isUnderWay, canRun: state.schedule.isOn, isAsked: isAsked)
        let all = state.files.map {
            BackupFilePart($0, frame.csrf, words, $0.name.text == opened ? errors : ValidationErrors())
        }
        (files, older) = (Array(all.prefix(BackupAdminPage.shown)), Array(all.dropFirst(BackupAdminPage.shown)))
    }

    /// How many files are shown at once.
    private static let shown = 3
}

/// Whether a backup is being made, and the button that asks for one. While it is, the part is loaded again and again.
struct BackupStatePart {
    let csrf: TokenField
    let isUnderWay: Bool
    let canRun: Bool
    /// Whether the part asked for itself: then it says that it is over. The list waits, because somebody may type there.
    let isAsked: Bool

    static let id = "backup-now"

    static func isAsked(by context: RequestContext) -> Bool { context.request.head.headers["hx-target"] == id }
}

/// A backup in the list.
struct BackupFilePart {
    let name: String
    let made: TimePart
    let size: String
    let csrf: TokenField
    /// The field of the password.
    let field: String
    let error: FieldErrorPart
    /// Whether its form is open, with what was wrong.
    var isOpen: Bool { !error.message.isEmpty }

    init(_ entry: BackupFolder.Entry, _ csrf: TokenField, _ words: RelativeTimeFormatter, _ errors: ValidationErrors) {
        name = entry.name.text
        made = TimePart(moment: entry.name.madeAt, words)
        size = ByteFormatter.text(entry.bytes)
        self.csrf = csrf
        field = "password-\(BackupFileName.moment(entry.name.madeAt))"
        error = FieldErrorPart(field: field, message: errors["password"])
    }
}
