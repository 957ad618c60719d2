import Hummingbird
import Logging

/// The same answer by Hummingbird 2, written like its own examples.
let arguments = CommandLine.arguments
let port = arguments.count > 1 ? Int(arguments[1]) ?? 8080 : 8080
let body = ByteBuffer(string: String(repeating: "0123456789abcdef", count: 225))

let router = Router()
router.get("/") { _, _ in
    Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: body))
}
var logger = Logger(label: "peer")
logger.logLevel = .error
let app = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
try await app.runService()
