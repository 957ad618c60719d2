import Foundation
import HTTP

/// A server that takes files at one route, and does one thing with them.
struct UploadServer: Handler {
    /// The answer to a file: by default its size, so that the arriving of a body is all that it costs.
    var answer: @Sendable (UploadedFile) throws -> String = { "\($0.byteCount)" }

    func plan(for head: RequestHead) -> BodyPlan { .pooled(bodyLimit: 512 << 20, beforeFiles: { _ in nil }) }

    func respond(to request: Request) -> Response {
        do {
            guard let file = try request.form().files.first else { return .text("none", status: .badRequest) }
            return .text(try answer(file))
        } catch { return .text("\(error)", status: .internalServerError) }
    }

    /// Serves on a free port; returns it.
    func start(folder: String) throws -> Int {
        var configuration = Configuration(port: 0)
        configuration.temporaryDirectory = folder
        return try Server(configuration: configuration, handler: self).start()
    }

    /// Serves until the process is ended.
    static func run(folder: String) throws {
        print("listening on http://127.0.0.1:\(try UploadServer().start(folder: folder))")
        fflush(nil)
        while true { sleep(3_600) }
    }
}
