import App
import ArgumentParser

/// `cairn setup-link`
struct SetupLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup-link",
        abstract: "Print a one-time address that sets the site up and makes its first administrator.",
        discussion: "It is good for a day, also while the server runs. The next one ends it.")

    @Option(help: "Where people reach the site. (CAIRN_BASE_URL; default: http://localhost and CAIRN_PORT)")
    var baseURL: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        let address = try BaseURL.named(baseURL) ?? "http://localhost:\(try Setting.port(nil))"
        let app = try files.open { $0.baseURL = address }
        defer { app.close() }
        guard let link = try app.newSetupLink() else {
            throw CommandFailure.usage("the site has an administrator already: see “cairn admin list”")
        }
        print(link)
    }
}
