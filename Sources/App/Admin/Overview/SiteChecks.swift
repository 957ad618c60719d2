import Database
import Media
import Proximity

/// Something that administrators should look at.
struct SiteCheckPart {
    let icon: IconPart
    let title: String
    /// What to do.
    let advice: String
    /// "" for none.
    let path: String
    let isWarning: Bool

    init(_ icon: String, title: String, advice: String, path: String = "", isWarning: Bool = true) {
        self.icon = IconPart(icon)
        (self.title, self.advice, self.path, self.isWarning) = (title, advice, path, isWarning)
    }
}

/// How a site is, in sentences.
enum SiteChecks {
    /// Free bytes of the disk below which administrators are warned.
    static let scarce = 4 * MediaStore.reserve

    static func parts(
        openReports: Int, backup: BackupState, figures: SiteFigures, hasMap: Bool, isOutbox: Bool
    ) -> [SiteCheckPart] {
        [
            openReports == 0
                ? SiteCheckPart(
                    "flag", title: "No open reports", advice: "", path: AdminPaths.reports, isWarning: false)
                : SiteCheckPart(
                    "flag", title: openReports == 1 ? "One open report" : "\(openReports) open reports",
                    advice: "Read them, and say what you did.",
                    path: AdminPaths.reports),
            disk(figures), self.backup(backup),
            hasMap
                ? nil
                : SiteCheckPart(
                    "map", title: "No map of your town", advice: "People see plain ground up close. Get a map.",
                    path: AdminPaths.basemaps),
            isOutbox
                ? SiteCheckPart(
                    "mail-open", title: "No mail server",
                    advice:
                        "Mail is kept in the folder outbox. Set CAIRN_SMTP_URL and restart, so that links for "
                        + "forgotten passwords arrive.",
                    path: AdminPaths.setupServices) : nil,
        ].compactMap { $0 }
    }

    private static func disk(_ figures: SiteFigures) -> SiteCheckPart? {
        guard figures.freeBytes < scarce else { return nil }
        return SiteCheckPart(
            "ban", title: "\(ByteFormatter.text(figures.freeBytes)) free on the disk",
            advice:
                "Uploads end at \(ByteFormatter.text(MediaStore.reserve)). See who keeps most, or move the data "
                + "folder.",
            path: AdminPaths.limits)
    }

    private static func backup(_ state: BackupState) -> SiteCheckPart? {
        guard state.isLate else { return nil }
        guard state.schedule.isOn else {
            return SiteCheckPart(
                "archive", title: "No backups", advice: "If the disk breaks, everything is gone. Switch them on.",
                path: AdminPaths.backup)
        }
        return SiteCheckPart(
            "archive", title: state.lastGood == nil ? "No backup yet" : "The last good backup is old",
            advice: state.last?.error ?? "See why on the page of backups.", path: AdminPaths.backup)
    }
}
