import Foundation
import Synchronization

@testable import HTTP

/// A handler made of two closures.
struct TestHandler: Handler {
    var planned: @Sendable (RequestHead) -> BodyPlan = { $0.method == .get ? .immediate : .pooled(bodyLimit: 1 << 20) }
    var answer: @Sendable (Request) -> Response
    var owner: Int?

    func plan(for head: RequestHead) -> BodyPlan { planned(head) }
    func owner(of head: RequestHead) -> Int? { owner }
    func respond(to request: Request) -> Response { answer(request) }
}

/// The configuration of a test server: a free port, two loops, a short stop, and the changes of the test.
func settings(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Configuration(port: 0)
    configuration.loops = 2
    configuration.limits.stopTime = .seconds(2)
    // Tests must not fail because the machine stalls for a while.
    configuration.limits.headerTime = .seconds(120)
    change(&configuration)
    return configuration
}

/// Starts a server, calls `body` with its port, and stops it.
func withServer(
    _ handler: TestHandler, configuration: Configuration = settings(), body: (Int) throws -> Void
) throws {
    let server = Server(configuration: configuration, handler: handler)
    let port = try server.start()
    defer { server.stop() }
    try body(port)
}

/// A handler that answers every GET with its path and every other method with the length of its body.
let echo = TestHandler { request in
    switch request.body {
    case .empty: .text(request.head.path)
    case .bytes(let bytes): .text("\(bytes.count)")
    case .file(let file): .text("file \(file.byteCount)")
    case .multipart(let form): .text("form \(form.values.count) \(form.files.map(\.byteCount))")
    }
}

/// Sends one request on its own connection and reads the answer.
func ask(_ port: Int, _ request: String, toHead: Bool = false) -> Reply? {
    Client(port).send(request).reply(toHead: toHead)
}

func get(_ path: String, _ fields: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

func post(_ path: String, body: String, fields: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Calls `body` with a new folder and deletes the folder.
func withFolder(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "http-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
}

/// A counter that closures on any thread may use.
final class Counter: Sendable {
    private let state = Mutex(0)
    var value: Int { state.withLock { $0 } }
    func add(_ count: Int = 1) { state.withLock { $0 += count } }
}
