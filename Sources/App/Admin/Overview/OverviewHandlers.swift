import Database
import Foundation
import HTTP
import Proximity

/// `GET /admin`: how the site is.
extension Admin {
    func showOverview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let figures = try SiteFigures.read(site.database, dataFolder: backups.dataFolder, groups: [:], context.now)
        let backup = try backups.state(context.now)
        let (openReports, failing, people, actions) = try site.database.read { database in
            (
                try moderation.openCount(database), try jobs.failing(database, context.now),
                try accounts.summaries(database, after: nil).people,
                try AdminQueries.actions(database, after: nil).actions
            )
        }
        return context.page(
            AdminPage(
                frame: context.frame("Administration", .you), style: site.assets.pageStyles["overview"] ?? "",
                checks: SiteChecks.parts(
                    openReports: openReports, backup: backup, figures: figures, hasMap: !basemaps.files.isEmpty,
                    isOutbox: site.mail.isOutbox),
                facts: facts(figures, backup: backup, times: times), charts: try charts(context.now),
                faults: site.statistics.faults(context.now).prefix(Admin.maxFaults).map { FaultPart($0, times) },
                failing: FailingWork.together(failing, site.features.jobGroups).map { FailingPart($0, times) },
                newest: people.prefix(5).map { AccountSummaryPart($0, times) },
                actions: actions.prefix(5).map { ActionPart($0, times) }))
    }

    /// Most routes with faults that are shown.
    private static let maxFaults = 20

    private func facts(
        _ figures: SiteFigures, backup: BackupState, times: RelativeTimeFormatter
    ) -> [AdminPage.Fact] {
        let waiting = figures.jobs.reduce(0) { $0 + $1.waiting }
        return [
            AdminPage.Fact("Members", "\(figures.accounts)"),
            AdminPage.Fact("Photos, songs and videos", ByteFormatter.text(figures.mediaBytes)),
            AdminPage.Fact("Database", ByteFormatter.text(figures.databaseBytes + figures.walBytes)),
            AdminPage.Fact("Free on the disk", ByteFormatter.text(figures.freeBytes)),
            AdminPage.Fact("Jobs waiting", "\(waiting)"),
            AdminPage.Fact("Pages open now", "\(events.hub.listeners.count)"),
            AdminPage.Fact("Last good backup", backup.lastGood.map { times.moment($0) } ?? "never"),
            AdminPage.Fact("Version", Version.text),
        ]
    }

    private func charts(_ now: Timestamp) throws -> [BarChartPart] {
        let today = LocalTime(now, TimeZone(identifier: site.settings.timeZone) ?? .gmt).day
        let kinds = site.features.conforming(to: (any DailyCountSource).self).map { $0.counted }
        let numbers = try site.database.read { database in
            try kinds.map { try DailyCounts.numbers(database, $0.key, today: today) }
        }
        return zip(kinds, numbers).map { BarChartPart($0.title, $1, today: today) }
    }
}
