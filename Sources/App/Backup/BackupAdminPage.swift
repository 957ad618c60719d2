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
    func schedule(_ fixed: Backups.Fixed, dataFolder: String) throws(ValidationErrors) -> BackupSchedule {
        var errors = ValidationErrors()
        var schedule = BackupSchedule(isOn: isOn || fixed.folder != nil, folder: fixed.folder ?? folder)
        if schedule.folder.unicodeScalars.count > BackupSchedule.maxFolderLength {
            errors.add("folder", "That's too long: \(BackupSchedule.maxFolderLength) characters at most.")
        } else if schedule.isOn && fixed.folder == nil,
            let fault = BackupFolder(schedule.folder).fault(dataFolder: dataFolder)
        {
            errors.add("folder", fault.prefix(1).uppercased() + fault.dropFirst() + ".")
        }
        if let minute = fixed.minute ?? TimeOfDay.minutes(time) {
            schedule.minute = minute
        } else {
            errors.add("time", "Give a time like 03:30.")
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
    /// The last try, if it failed.
    let failed: Failed?
    /// Whether one that an administrator asked for is being made, or is about to.
    let isUnderWay: Bool
    let now: Timestamp

    struct Failed {
        let startedAt: Timestamp
        /// Why, as a sentence.
        let error: String
    }

    /// Whether the last good one is too old. While the site makes none, a timer of the system may make them by
    /// `cairn backup`, but nobody knows.
    private var isLate: Bool { lastGood.map { now - $0 > Backups.maxAge } ?? true }

    /// What is wrong, as a sentence; "" when all is well.
    var fault: String {
        guard schedule.isOn else { return isLate ? "The site makes no backups." : "" }
        if let failed { return "The last backup failed. \(failed.error)" }
        return isLate && lastGood != nil ? "The last good backup is more than two days old." : ""
    }

    /// What to do about it.
    var remedy: String {
        if !schedule.isOn { return "If its disk breaks, everything is gone. Switch them on below." }
        return failed == nil ? "Back up now." : "When that is mended, back up now."
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
    let time: FieldPart?
    let keeps: [FieldPart]
    let canRun: Bool
    let isUnderWay: Bool
    /// The newest.
    let files: [BackupFilePart]
    let older: [BackupFilePart]
    var isOlderOpen: Bool { older.contains { $0.isOpen } }

    /// - Parameter opened: the backup whose password was wrong; "" for none.
    init(
        _ frame: Frame, style: String, form: BackupForm, state: BackupState, files: [BackupFolder.Entry],
        fixed: Backups.Fixed,
        opened: String = "", _ words: RelativeTimeFormatter, _ errors: ValidationErrors
    ) {
        (self.frame, self.style) = (frame, style)
        warning = state.fault.isEmpty ? "" : "\(state.fault) \(state.remedy)"
        lastGood = state.lastGood.map { TimePart(moment: $0, words) }
        fixedFolder = fixed.folder ?? ""
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
        canRun = state.schedule.isOn
        isUnderWay = state.isUnderWay
        let all = files.map {
            BackupFilePart($0, frame.csrf, words, $0.name.text == opened ? errors : ValidationErrors())
        }
        (self.files, older) = (Array(all.prefix(BackupAdminPage.shown)), Array(all.dropFirst(BackupAdminPage.shown)))
    }

    /// How many files are shown at once.
    private static let shown = 3
}

/// A backup in the list.
struct BackupFilePart {
    let name: String
    let made: TimePart
    let size: String
    let csrf: TokenField
    let delete: ConfirmPart
    /// Whether its form is open, with what was wrong.
    let error: FieldErrorPart
    var isOpen: Bool { !error.message.isEmpty }
    var field: String { "password-\(name.filter { $0.isNumber })" }

    init(_ entry: BackupFolder.Entry, _ csrf: TokenField, _ words: RelativeTimeFormatter, _ errors: ValidationErrors) {
        name = entry.name.text
        made = TimePart(moment: entry.name.madeAt, words)
        size = ByteFormatter.text(entry.bytes)
        self.csrf = csrf
        delete = ConfirmPart(
            csrf, post: BackupPaths.delete(name), opener: "Delete", words: "The file is deleted from the folder.",
            button: "Delete the backup")
        error = FieldErrorPart(field: "password-\(name.filter { $0.isNumber })", message: errors["password"])
    }
}
