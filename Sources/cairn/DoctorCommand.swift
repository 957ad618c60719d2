import App
import ArgumentParser
import Foundation

/// `cairn doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is wrong with a site, and what to do.",
        discussion: "Works while the server runs. Ends with 1 when something is broken, and with 0 for warnings.")

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Mend what can be: permissions, stored files that nobody needs, and those that a backup has.")
    var mend = false

    @Option(help: "Where people reach the site. (CAIRN_BASE_URL)")
    var baseURL: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        var settings = Doctor.Settings()
        settings.baseURL = try BaseURL.named(baseURL)
        settings.proxies = Setting.proxies
        let report = Doctor(try files.app(), settings, isMending: mend).run()
        print(json ? report.json : report.text)
        if report.isBroken { throw ExitCode(1) }
    }
}
