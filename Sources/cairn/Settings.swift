import App
import ArgumentParser
import Curl
import Foundation
import Logging
import Mail
import Proximity
import WebPush

/// Options of every command that uses the data folder.
struct DataOptions: ParsableArguments {
    @Option(help: "The folder with database, keys and media. (CAIRN_DATA; default: ./data)")
    var data: String?

    @Option(name: .customLong("public"), help: "The folder with style sheets, scripts, fonts and common passwords.")
    var publicFolder: String?

    var folder: String { data ?? Setting.text("CAIRN_DATA") ?? "data" }

    /// Opens the app on the folder, for one-shot commands.
    ///
    /// - Parameter change: what the command changes of the options.
    /// - Throws: `CommandFailure` when the folder cannot be used.
    func open(_ change: (inout AppOptions) -> Void = { _ in }) throws -> App {
        var options = try command()
        change(&options)
        let log = try Setting.logger()
        do {
            try DataOwner.become(folder)
            return try App(options, log: log)
        } catch {
            throw CommandFailure.configuration("cannot use the data folder \(folder): \(error)")
        }
    }

    /// The options of an app that answers browsers.
    ///
    /// - Throws: `CommandFailure` when the public folder cannot be found.
    func site() throws -> AppOptions {
        try appOptions(publicFolder: try PublicFolder.needed(publicFolder))
    }

    /// The options of a command that answers nobody: it needs no public folder, but looks there for the common passwords.
    ///
    /// - Throws: `CommandFailure` when a public folder was named that is none.
    func command() throws -> AppOptions {
        var options = try appOptions(publicFolder: nil)
        options.commonPasswords = try PublicFolder.find(publicFolder).map { AppOptions.commonPasswords(in: $0) }
        return options
    }

    private func appOptions(publicFolder: String?) throws -> AppOptions {
        var options = AppOptions(dataFolder: folder, publicFolder: publicFolder)
        if let url = Setting.text("CAIRN_SMTP_URL") {
            do { options.mailServer = try SMTPServer(url) } catch {
                throw CommandFailure.configuration("CAIRN_SMTP_URL: \(error.description)")
            }
        }
        options.pushHosts = try PushSettings.hosts()
        options.pushSubject = try PushSettings.subject()
        options.basemapSource = try BasemapSettings.source(nil)
        options.backupFolder = try BackupSettings.folder()
        options.backupMinute = try BackupSettings.minute()
        options.metricsToken = try Setting.metricsToken()
        options.initialSettings = try FirstSettings.read()
        return options
    }
}

/// What a new site begins with. Once it has started, its administrators decide.
enum FirstSettings {
    /// - Throws: `CommandFailure` for a value that cannot be used.
    static func read() throws -> SiteSettings {
        var settings = SiteSettings()
        if let name = try text("CAIRN_SITE_NAME", "a name has 1 to 40 characters", SiteSettings.isName) {
            settings.name = name
        }
        if let place = Setting.text("CAIRN_PLACE") {
            let degrees = place.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
            guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { throw Setting.refusal("CAIRN_PLACE", place, "give latitude and longitude, such as 60.17,24.94") }
            settings.place = coordinate
        }
        if let zone = try text("CAIRN_TIME_ZONE", "give a zone such as Europe/Helsinki", SiteSettings.isTimeZone) {
            settings.timeZone = zone
        }
        if let typed = try text("CAIRN_TYPED_POSITIONS", "use on or off", { ["on", "off"].contains($0) }) {
            settings.allowsTyped = typed == "on"
        }
        if let registration = Setting.text("CAIRN_REGISTRATION") {
            guard let known = SiteSettings.Registration(rawValue: registration) else {
                throw Setting.refusal("CAIRN_REGISTRATION", registration, "use open, invited or closed")
            }
            settings.registration = known
        }
        return settings
    }

    private static func text(_ name: String, _ advice: String, _ isGood: (String) -> Bool) throws -> String? {
        guard let text = Setting.text(name) else { return nil }
        guard isGood(text) else { throw Setting.refusal(name, text, advice) }
        return text
    }
}

/// How messages reach browsers.
enum PushSettings {
    /// - Throws: `CommandFailure` for a list that cannot be read.
    static func hosts() throws -> TrustedHosts { try Setting.hosts("CAIRN_PUSH_HOSTS") }

    /// Nil for the base URL.
    ///
    /// - Throws: `CommandFailure` for what nobody could write to.
    static func subject() throws -> String? {
        guard let text = Setting.text("CAIRN_PUSH_SUBJECT") else { return nil }
        let scheme = "mailto:"
        let isGood =
            text.hasPrefix(scheme)
            ? EmailAddress(String(text.dropFirst(scheme.count))) != nil : CheckedURL(text, trusting: .none) != nil
        let advice = "give an address such as mailto:you@example.org or https://example.org/contact"
        guard isGood else { throw Setting.refusal("CAIRN_PUSH_SUBJECT", text, advice) }
        return text
    }
}

/// The backup that the site makes every day.
enum BackupSettings {
    /// - Throws: `CommandFailure` for what is no absolute path.
    static func folder() throws -> String? {
        guard let folder = Setting.text("CAIRN_BACKUP_DIR") else { return nil }
        guard folder.hasPrefix("/") else {
            throw Setting.refusal("CAIRN_BACKUP_DIR", folder, "give an absolute path, such as /mnt/backup/cairn")
        }
        return folder
    }

    /// - Throws: `CommandFailure` for what is no time of day.
    static func minute() throws -> Int? {
        guard let time = Setting.text("CAIRN_BACKUP_TIME") else { return nil }
        guard let minute = TimeOfDay.minutes(time) else {
            throw Setting.refusal("CAIRN_BACKUP_TIME", time, "give a time of day, such as 03:30")
        }
        return minute
    }
}

/// Values from the environment.
enum Setting {
    /// A variable that is set and not empty.
    static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Addresses and prefixes of proxies whose forwarding headers are believed.
    static var trustedProxies: [String] {
        (text("CAIRN_TRUSTED_PROXIES") ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map { String($0) }
    }

    /// Servers on the host's own network.
    ///
    /// - Throws: `CommandFailure` for a list that cannot be read.
    static func hosts(_ name: String) throws -> TrustedHosts {
        guard let text = text(name) else { return .none }
        do { return try TrustedHosts(text) } catch {
            throw CommandFailure.configuration("\(name): \(error.description)")
        }
    }

    /// The port of the option `--port`, else of CAIRN_PORT, else 8080.
    ///
    /// - Throws: `CommandFailure` for what is no port.
    static func port(_ option: String?) throws -> Int {
        guard let value = option ?? text("CAIRN_PORT") else { return 8080 }
        guard let number = Int(value), (0...65_535).contains(number) else {
            let advice = "give a number from 0 to 65535"
            guard let option else { throw refusal("CAIRN_PORT", value, advice) }
            throw CommandFailure.usage("--port is “\(option)”: \(advice)")
        }
        return number
    }

    /// What programs send that read metrics; nil while nobody may.
    ///
    /// - Throws: `CommandFailure` for what can be guessed or not be sent. The message does not repeat it.
    static func metricsToken() throws -> String? {
        guard let token = text("CAIRN_METRICS_TOKEN") else { return nil }
        guard (16...200).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandFailure.configuration(
                "CAIRN_METRICS_TOKEN is no token: give 16 to 200 letters, digits and signs, without spaces")
        }
        return token
    }

    /// What is wrong with a value and how to mend it, in one line.
    static func refusal(_ name: String, _ text: String, _ advice: String) -> CommandFailure {
        let text = String(text.map { $0.isNewline ? " " : $0 })
        return CommandFailure.configuration("\(name) is “\(text)”: \(advice)")
    }

    /// A logger at the level of CAIRN_LOG_LEVEL, `info` by default, in the format of CAIRN_LOG_FORMAT.
    static func logger() throws -> Logger {
        let name = text("CAIRN_LOG_LEVEL") ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            let levels = Logger.Level.allCases.map { $0.rawValue }.joined(separator: ", ")
            throw CommandFailure.configuration("CAIRN_LOG_LEVEL is “\(name)”: use one of \(levels)")
        }
        let form = text("CAIRN_LOG_FORMAT") ?? LogFormat.text.rawValue
        guard let format = LogFormat(rawValue: form) else {
            let formats = LogFormat.allCases.map { $0.rawValue }.joined(separator: ", ")
            throw CommandFailure.configuration("CAIRN_LOG_FORMAT is “\(form)”: use one of \(formats)")
        }
        LoggingSystem.bootstrap { format.handler(label: $0) }
        var logger = Logger(label: "cairn")
        logger.logLevel = level
        return logger
    }
}

/// The folder with the files for browsers.
enum PublicFolder {
    /// The given folder, or the first that exists: beside the binary, in `share/cairn`, in the working directory; nil if
    /// there is none.
    ///
    /// - Throws: `CommandFailure` when the given folder is another one.
    static func find(_ named: String?) throws -> String? {
        let binary = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
        let places = [named].compactMap { $0 }
        let usual = [binary + "/Public", binary + "/../share/cairn/Public", binary + "/share/cairn/Public", "Public"]
        for place in named == nil ? usual : places {
            if FileManager.default.fileExists(atPath: place + "/css") { return place }
        }
        guard let named else { return nil }
        throw CommandFailure.usage("--public \(named) holds no css folder: give the folder Public of the project")
    }

    /// As ``find(_:)``, for a command that cannot do without it.
    static func needed(_ named: String?) throws -> String {
        if let found = try find(named) { return found }
        throw CommandFailure.configuration("cannot find the folder Public: give it by --public DIR")
    }
}
