import Foundation
import HTTP

/// The same 3.6 kB page from the event loop and from the handler pool, static files, an event stream.
struct BenchHandler: Handler {
    let files: StaticFiles
    static let body = Array((String(repeating: "0123456789abcdef", count: 225)).utf8)
    static let headers = Headers([("Content-Type", "text/html; charset=utf-8")])

    func plan(for head: RequestHead) -> BodyPlan {
        head.path == "/pooled" ? .pooled(bodyLimit: 0) : .immediate
    }

    func respond(to request: Request) -> Response {
        switch request.head.path {
        case "/", "/pooled": return Response(headers: BenchHandler.headers, body: .bytes(BenchHandler.body))
        case "/events": return .events(EventStream())
        default:
            return files.respond(to: request.head, path: request.head.path) ?? .text("no\n", status: .notFound)
        }
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = Int(arguments[1]) else {
    print("usage: ours PORT FOLDER")
    exit(2)
}
let handler = BenchHandler(files: StaticFiles(root: arguments[2]))
let server = Server(configuration: Configuration(port: port), handler: handler)
print("listening on", try server.start())
while true { sleep(1_000) }
