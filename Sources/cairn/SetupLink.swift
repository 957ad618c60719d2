import App
import ArgumentParser

/// `cairn setup-link`
struct SetupLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup-link",
        abstract: "Print a one-time address that sets the site up and makes its first administrator.",
        discussion: "It is good for a day, also while the server runs. The next one ends it.")

    @Option(help: "Where people reach the site. (CAIRN_BASE_URL; default: http://localhost:8080)")
    var baseURL: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        var options = try files.app()
        options.baseURL = try BaseURL.named(baseURL) ?? options.baseURL
        let app = try files.open(options)
        defer { app.close() }
        guard let link = try app.newSetupLink() else {
            throw CommandFailure.usage("the site has an administrator already: see “cairn admin list”")
        }
        print(link)
    }
}
