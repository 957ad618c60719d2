import Logging

extension AppOptions {
    /// The app on another data folder, such as one that is being made.
    func app(in folder: String, _ environment: Environment, _ log: Logger) throws -> App {
        var staged = self
        staged.dataFolder = folder
        staged.copiesBeforeUpgrade = false
        return try App(staged, environment: environment, log: log)
    }

    /// The steps of this program's schema: those of a new site, which is made in a folder for it.
    func schemaSteps(in folder: String, _ environment: Environment, _ log: Logger) throws -> Set<String> {
        var options = self
        // It answers nobody.
        options.publicFolder = nil
        let app = try options.app(in: folder, environment, log)
        defer { app.close() }
        return try app.site.database.appliedMigrations()
    }
}
