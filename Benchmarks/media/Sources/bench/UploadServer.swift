import Foundation
import HTTP

/// A server that accepts uploads at one route and calls `answer` with them.
struct UploadServer: Handler {
    /// The answer to a file: by default its size, so that only receiving the body takes time.
    var answer: @Sendable (UploadedFile) throws -> String = { "\($0.byteCount)" }

    func plan(for head: RequestHead) -> BodyPlan { .pooled(bodyLimit: 512 << 20, beforeFiles: { _ in .store }) }

    func respond(to request: Request) -> Response {
        do {
            guard let file = try request.form().files.first else { return .text("none", status: .badRequest) }
            return .text(try answer(file))
        } catch { return .text("\(error)", status: .internalServerError) }
    }

    /// Serves on a free port until the server is deallocated.
    func start(folder: String) throws -> (server: Server, port: Int) {
        var configuration = Configuration(port: 0)
        configuration.temporaryDirectory = folder
        let server = Server(configuration: configuration, handler: self)
        return (server, try server.start())
    }

    /// Serves until the process is ended.
    static func run(folder: String) throws {
        let (server, port) = try UploadServer().start(folder: folder)
        defer { server.stop() }
        print("listening on http://127.0.0.1:\(port)")
        fflush(nil)
        while true { sleep(3_600) }
    }
}
