import Crypto
import Foundation
import HTTP
import Proximity
import Synchronization
import TestTools
import Testing
import WebPush

@testable import App

/// A push service that keeps what it is given.
final class PushRecorder: PushTransport {
    private struct State {
        var sent: [PushMessage] = []
        var answers: [String: [PushAnswer]] = [:]
        var during: (@Sendable (PushMessage) -> Void)?
    }

    private let state = Mutex(State())

    /// Everything sent so far.
    var sent: [PushMessage] { state.withLock { $0.sent } }

    /// Answers the next messages to an endpoint; the rest is accepted.
    func answer(_ endpoint: String, _ answers: PushAnswer...) {
        state.withLock { $0.answers[endpoint, default: []] += answers }
    }

    /// Accepts what comes to an endpoint again.
    func clear(_ endpoint: String) { state.withLock { $0.answers[endpoint] = nil } }

    /// Calls `body` while a message is on its way.
    func during(_ body: (@Sendable (PushMessage) -> Void)?) { state.withLock { $0.during = body } }

    func send(_ message: PushMessage) -> PushAnswer {
        let during = state.withLock { state in
            state.sent.append(message)
            return state.during
        }
        during?(message)
        return state.withLock { state in
            guard let answer = state.answers[message.endpoint.url]?.first else { return .accepted }
            state.answers[message.endpoint.url]?.removeFirst()
            return answer
        }
    }
}

/// A browser's subscription, with the keys that read its messages.
struct PushDevice {
    let endpoint: String
    private let key: P256Key
    private let auth: [UInt8]

    /// - Parameter name: a browser of another name has other keys.
    init(_ name: String, at endpoint: String? = nil) throws {
        self.endpoint = endpoint ?? "https://push.example.net/send/\(name)"
        key = try #require(P256Key(bytes: SHA256.hash(Array(name.utf8))))
        auth = Array(SHA256.hash(Array("auth \(name)".utf8)).prefix(16))
    }

    private var point: [UInt8] { key.point }

    /// What the browser sends.
    var fields: [(name: String, value: String)] {
        [("endpoint", endpoint), ("p256dh", Base64URL.encode(point)), ("auth", Base64URL.encode(auth))]
    }

    /// What some browser sends.
    static let exampleFields: [(String, String)] =
        (try? PushDevice("example"))?.fields.map { ($0.name, $0.value) } ?? []

    /// What a message says (RFC 8291, 3.4).
    func open(_ message: PushMessage) throws -> String {
        let (salt, sender) = (Array(message.body[..<16]), Array(message.body[21..<86]))
        let input = try KeyDerivation.hkdf(
            key.sharedSecret(with: sender), salt: auth, info: Array("WebPush: info\0".utf8) + point + sender,
            byteCount: 32)
        func derived(_ name: String, _ count: Int) throws -> [UInt8] {
            let info = Array("Content-Encoding: \(name)\0".utf8)
            return try KeyDerivation.hkdf(input, salt: salt, info: info, byteCount: count)
        }
        let padded = try #require(
            Opened.message(Array(message.body[86...]), key: derived("aes128gcm", 16), nonce: derived("nonce", 12)))
        let end = try #require(padded.lastIndex { $0 != 0 })
        #expect(padded[end] == 2)
        return String(decoding: padded[..<end], as: UTF8.self)
    }
}

/// What a device shows.
struct ShownPush: Decodable, Equatable {
    let title: String
    let navigate: String
    let tag: String
    let lang: String
    let dir: String
    var silent: Bool?
    var body: String?
}

extension PushDevice {
    private struct Message: Decodable {
        let version: Int
        let notification: ShownPush

        enum CodingKeys: String, CodingKey {
            case version = "web_push"
            case notification
        }
    }

    /// The messages that a site has sent to it so far, oldest first, after its due jobs have run.
    func messages(_ site: TestSite) throws -> [PushMessage] {
        site.app.runJobs()
        return site.pushService.sent.filter { $0.endpoint.url == endpoint }
    }

    /// What it has shown so far.
    func shown(_ site: TestSite) throws -> [ShownPush] {
        try messages(site).map { message in
            let decoded = try JSONDecoder().decode(Message.self, from: Data(open(message).utf8))
            #expect(decoded.version == 8030)
            return decoded.notification
        }
    }

    func titles(_ site: TestSite) throws -> [String] { try shown(site).map(\.title) }
}

extension Visitor {
    /// Turns notices on for this browser.
    @discardableResult
    func subscribe(_ device: PushDevice, replaces: String? = nil, accept: String? = nil) throws -> Visitor {
        try get("/settings/notices")
        let replaced = replaces.map { [(name: "replaces", value: $0)] } ?? []
        return try post(
            PushPaths.subscribe, [(name: "csrf", value: token)] + device.fields + replaced, accept: accept)
    }
}

extension TestSite {
    /// The devices of somebody.
    func pushSubscriptions(_ name: String) throws -> [PushSubscription] {
        let id = try account(name)
        return try app.site.database.read { try PushSubscriptionQueries.all($0, of: id, now) }
    }

    /// How many rows the table has.
    func pushRows() throws -> Int {
        try app.site.database.read { try $0.value("SELECT count(*) FROM push_subscription") ?? 0 }
    }
}
