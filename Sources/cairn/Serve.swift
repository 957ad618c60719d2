import App
import ArgumentParser
import Foundation
import HTTP
import Logging

/// `cairn serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the site until SIGTERM or SIGINT.")

    @Option(help: "The port; 0 picks a free one. (CAIRN_PORT; default: 8080)")
    var port: String?

    @Option(help: "The numeric address to listen on. (CAIRN_HOST; default: 127.0.0.1)")
    var host: String?

    @Option(help: "Where people reach the site. (CAIRN_BASE_URL; default: http://localhost:PORT)")
    var baseURL: String?

    @Flag(help: "Serve every page with made-up data under /gallery, for work on the look.")
    var gallery = false

    @Flag(help: "Let the people of the demo world in the data folder walk about, write and answer.")
    var demo = false

    @OptionGroup var files: DataOptions

    func run() throws {
        let (app, server, end) = try start()
        let jobs = app.startJobs()
        end.wait()
        jobs.stop()
        server.stop()
        app.close()
    }

    /// Opens the app and the port, and prints the address. Only the server holds the port afterwards; it closes the
    /// port first.
    private func start() throws -> (App, Server, EndSignals) {
        let log = try Setting.logger()
        let host = host ?? Setting.text("CAIRN_HOST") ?? "127.0.0.1"
        let number = try Setting.port(port)
        var options = try files.site()
        options.livesDemo = demo
        if demo, !DemoWorld(options).isMade {
            let folder = options.dataFolder
            throw CommandFailure.configuration("\(folder) holds no demo world: make one by cairn demo --data \(folder)")
        }
        let named = try BaseURL.named(baseURL)
        // Bound before the app is opened, because links contain the port.
        let port = try socket(host, number, log)
        options.baseURL = named ?? "http://localhost:\(port.number)"
        options.hasGallery = gallery
        if !options.baseURL.hasPrefix("https://") {
            log.notice("cookies are sent without Secure: the base URL is plain http, good for localhost only")
        }
        let (app, initial) = try open(options, log)
        var configuration = initial
        configuration.trustedProxies = Setting.trustedProxies
        let server = Server(configuration: configuration, handler: app)
        app.isServed(by: server)
        let end = EndSignals()
        do { _ = try server.start(on: port) } catch { throw Serve.cannotListen(port.host, port.number, error) }
        let line = "listening on http://\(urlHost(port.host)):\(port.number)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        return (app, server, end)
    }

    private func open(_ options: AppOptions, _ log: Logger) throws -> (App, Configuration) {
        do {
            let app = try App(options, log: log)
            app.beginCrashNotes(in: options.dataFolder)
            app.logSlowStatements()
            return (app, try app.serverConfiguration(temporaryFolder: options.dataFolder + "/tmp"))
        } catch {
            throw CommandFailure.configuration("cannot use the data folder \(options.dataFolder): \(error)")
        }
    }

    /// The passed socket, or a new one.
    private func socket(_ host: String, _ number: Int, _ log: Logger) throws -> BoundPort {
        guard let lent = try LentSocket.take() else { return try bind(host, number) }
        log.notice("serving on the socket that was handed over; host and port of the settings do not count")
        return lent
    }

    private func bind(_ host: String, _ number: Int) throws -> BoundPort {
        do { return try BoundPort(host: host, port: number) } catch { throw Serve.cannotListen(host, number, error) }
    }

    private static func cannotListen(_ host: String, _ port: Int, _ error: any Error) -> CommandFailure {
        .configuration("cannot listen on \(host):\(port) (\(error)): choose another --host or --port")
    }

    private func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

/// The site's public address.
enum BaseURL {
    /// What is configured, without a slash at its end; nil for nothing.
    ///
    /// - Parameter option: what `--base-url` says; it goes before `CAIRN_BASE_URL`.
    /// - Throws: `CommandFailure` for what is no address.
    static func named(_ option: String?) throws -> String? {
        guard let text = option ?? Setting.text("CAIRN_BASE_URL") else { return nil }
        let url = URL(string: text)
        guard let url, url.scheme == "http" || url.scheme == "https", url.host()?.isEmpty == false,
            url.path().isEmpty || url.path() == "/", url.query() == nil
        else {
            let message = "is “\(text)”: give an address like https://cairn.example.org"
            throw option != nil
                ? CommandFailure.usage("--base-url \(message)")
                : CommandFailure.configuration("CAIRN_BASE_URL \(message)")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// SIGTERM and SIGINT: a thread waits for them, so that they do not end the process.
private final class EndSignals {
    private let sources: [any DispatchSourceSignal]
    private let arrived = DispatchSemaphore(value: 0)

    init() {
        let (arrived, registered) = (arrived, DispatchSemaphore(value: 0))
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setRegistrationHandler { registered.signal() }
            source.setEventHandler { arrived.signal() }
            source.resume()
            return source
        }
        // Until then a signal is lost: a supervisor may send one as soon as the server says that it listens.
        for _ in sources { registered.wait() }
    }

    func wait() { arrived.wait() }
}
