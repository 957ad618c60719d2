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

    init(_ form: FormFields) {
        isOn = form["is_on"] != nil
        folder = (form["folder"] ?? "").trimmingCharacters(in: .whitespaces)
        (time, days) = (form["time"] ?? "", form["days"] ?? "")
        (weeks, months) = (form["weeks"] ?? "", form["months"] ?? "")
    }

    /// What it asks for. A folder that cannot be written to is refused while backups are on.
    func schedule(_ fixed: Backups.Fixed, dataFolder: String) throws(ValidationErrors) -> BackupSchedule {
        var errors = ValidationErrors()
        var schedule = BackupSchedule(isOn: isOn || fixed.folder != nil, folder: fixed.folder ?? folder)
        if schedule.folder.unicodeScalars.count > BackupSchedule.maxFolderLength {
            errors.add("folder", ValidationErrors.tooLong(BackupSchedule.maxFolderLength))
        } else if schedule.isOn && fixed.folder == nil,
            let fault = BackupFolder(schedule.folder).fault(dataFolder: dataFolder)
        {
            errors.add("folder", fault.prefix(1).uppercased() + fault.dropFirst() + ".")
        }
        if let minute = fixed.minute ?? BackupSchedule.minute(of: time) {
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
    let last: BackupQueries.Run?
    let lastGood: Timestamp?
    let files: [BackupFolder.Entry]
    let now: Timestamp

    /// Whether administrators are to be warned. While the site makes none, a timer of the system may.
    var isLate: Bool { lastGood.map { now - $0 > Backups.maxAge } ?? true }
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
    let files: [BackupFilePart]

    /// - Parameter opened: the backup whose password was wrong; "" for none.
    init(
        _ frame: Frame, style: String, form: BackupForm, state: BackupState, fixed: Backups.Fixed,
        times: RelativeTimeFormatter, opened: String = "", errors: ValidationErrors
    ) {
        (self.frame, self.style) = (frame, style)
        warning = BackupAdminPage.warning(state)
        lastGood = state.lastGood.map { TimePart(moment: $0, times) }
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
                "folder", label: "Folder", value: form.folder,
                hint: "On the server: another disk, or another machine’s that is mounted there.",
                placeholder: "/mnt/backup/cairn", errors: errors) : nil
        time =
            fixed.minute == nil
            ? FieldPart("time", label: "At", value: form.time, type: "time", isRequired: true, errors: errors) : nil
        keeps = [
            FieldPart("days", label: "Days", value: form.days, type: "number", isRequired: true, errors: errors),
            FieldPart("weeks", label: "Weeks", value: form.weeks, type: "number", isRequired: true, errors: errors),
            FieldPart("months", label: "Months", value: form.months, type: "number", isRequired: true, errors: errors),
        ]
        canRun = state.schedule.isOn
        files = state.files.map {
            BackupFilePart(
                $0, csrf: frame.csrf, times: times, errors: $0.name.text == opened ? errors : ValidationErrors())
        }
    }

    private static func warning(_ state: BackupState) -> String {
        guard state.schedule.isOn || !state.isLate else {
            return "The site makes no backups. If its disk breaks, everything is gone. Switch them on here."
        }
        if let last = state.last, let error = last.error {
            return "The last backup failed. \(error) When that is mended, back up now."
        }
        return state.isLate && state.last != nil ? "The last good backup is more than two days old. Back up now." : ""
    }
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

    init(_ entry: BackupFolder.Entry, csrf: TokenField, times: RelativeTimeFormatter, errors: ValidationErrors) {
        name = entry.name.text
        made = TimePart(moment: entry.name.madeAt, times)
        size = ByteFormatter.text(entry.bytes)
        self.csrf = csrf
        delete = ConfirmPart(
            csrf, post: BackupPaths.delete(name), opener: "Delete", words: "The file is deleted from the folder.",
            button: "Delete the backup")
        error = FieldErrorPart(field: "password-\(name.filter { $0.isNumber })", message: errors["password"])
    }
}
