import App
import ArgumentParser
import Foundation

/// `cairn doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is wrong with a site, and what to do.",
        discussion: """
            Works while the server runs. Ends with 1 when something is broken, and with 0 when there are only warnings, such as \
            of what is not set up.
            """)

    @Flag(help: "Print JSON, for programs.")
    var json = false

    @Flag(help: "Mend what can be: permissions, stored files that nobody needs, missing ones that a backup has.")
    var mend = false

    @Option(help: "Where people reach the site. (CAIRN_BASE_URL)")
    var baseURL: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        var settings = Doctor.Settings()
        settings.baseURL = try BaseURL.named(baseURL)
        settings.proxies = Setting.trustedProxies
        var options = try files.command()
        options.publicFolder = try PublicFolder.find(files.publicFolder)
        let log = try Setting.logger()
        try DataOwner.become(files.folder)
        let report = Doctor(options, settings, isMending: mend, log: log).run()
        print(try json ? report.json() : report.text)
        if report.isBroken { throw ExitCode(1) }
    }
}
