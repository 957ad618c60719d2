import Foundation
import HTTP

/// A server that takes files at one route and tells their size: what the arriving of a body costs, and nothing else.
struct UploadServer: Handler {
    func plan(for head: RequestHead) -> BodyPlan { .pooled(bodyLimit: 512 << 20, beforeFiles: { _ in nil }) }

    func respond(to request: Request) -> Response {
        guard let form = try? request.form(), let file = form.files.first else { return .text("none") }
        return .text("\(file.byteCount)")
    }

    /// Serves on a free port until the process is ended.
    static func run(folder: String) throws {
        var configuration = Configuration(port: 0)
        configuration.temporaryDirectory = folder
        let server = Server(configuration: configuration, handler: UploadServer())
        print("listening on http://127.0.0.1:\(try server.start())")
        fflush(nil)
        while true { sleep(3_600) }
    }
}
