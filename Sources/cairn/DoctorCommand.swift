import App
import ArgumentParser
import Foundation
import Logging

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
        settings.proxies = Setting.trustedProxies
        /// What cannot be used of the environment is a finding: the server does not start with it.
        func usable<Value>(_ read: () throws -> Value) throws -> Value? {
            do { return try read() } catch let error as CommandFailure where error.code == 78 {
                settings.faults.append(error.message)
                return nil
            }
        }
        settings.baseURL = try usable { try BaseURL.named(baseURL) } ?? nil
        _ = try usable { try Setting.port(nil) }
        var options = try usable { try files.command() } ?? AppOptions(dataFolder: files.folder, publicFolder: nil)
        options.publicFolder = try PublicFolder.find(files.publicFolder)
        let log = try usable { try Setting.logger() } ?? Logger(label: "cairn")
        try DataOwner.become(files.folder)
        let report = Doctor(options, settings, isMending: mend, log: log).run()
        print(try json ? report.json() : report.text)
        if report.isBroken { throw ExitCode(1) }
    }
}
