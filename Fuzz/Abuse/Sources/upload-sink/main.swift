import Foundation
import HTTP

/// A small server for manual probes: a page, a form, uploads, static files, an event stream.
struct Sink: Handler {
    let files: StaticFiles
    let page = Response.html(
        "<!doctype html><link rel=stylesheet href=\"/static/app.css\"><form method=post><input name=a></form>\n"
            + String(repeating: "<p>A page of some length, as pages are.</p>\n", count: 20))

    func plan(for head: RequestHead) -> BodyPlan {
        switch (head.path, head.method) {
        case ("/login", .get), ("/login", .head), ("/slow", .get), ("/events", .get): .pooled(bodyLimit: 0)
        case ("/login", .post): .pooled(bodyLimit: 64 * 1024)
        case ("/upload", .post): .pooled(bodyLimit: 8 << 20)
        case ("/login", _), ("/upload", _):
            .refuse(
                Response(
                    status: .methodNotAllowed,
                    headers: Headers([("Allow", head.path == "/login" ? "GET, HEAD, POST" : "POST")])))
        default: .immediate
        }
    }

    func respond(to request: Request) -> Response {
        switch request.head.path {
        case "/login" where request.head.method == .post, "/upload": return form(request)
        case "/login": return page
        case "/slow":
            Thread.sleep(forTimeInterval: 1)
            return .text("late\n")
        case "/events": return .events(EventStream(lastEventID: request.head.headers["last-event-id"]))
        case let path where path.hasPrefix("/static/"):
            return files.respond(to: request.head, path: String(path.dropFirst(8))) ?? .text("no\n", status: .notFound)
        default: return .text("no such page\n", status: .notFound)
        }
    }

    private func form(_ request: Request) -> Response {
        do {
            let form = try request.form()
            let files = form.files.map { "\($0.fieldName) \($0.fileName) \($0.byteCount)\n" }.joined()
            return .text("\(form.values.count) fields\n\(files)")
        } catch {
            return .text("\(error.status.reason)\n", status: error.status)
        }
    }
}

let arguments = CommandLine.arguments
let port = arguments.count > 1 ? Int(arguments[1]) ?? 8080 : 8080
let root = arguments.count > 2 ? arguments[2] : FileManager.default.currentDirectoryPath
var configuration = Configuration(port: port)
configuration.errorLog = { print($0) }
let server = Server(configuration: configuration, handler: Sink(files: StaticFiles(root: root)))
print("listening on", try server.start())
signal(SIGTERM, SIG_IGN)
let terminated = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
terminated.setEventHandler {
    server.stop()
    exit(0)
}
terminated.resume()
dispatchMain()
