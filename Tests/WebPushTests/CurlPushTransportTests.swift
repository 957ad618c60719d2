import Curl
import Foundation
import Synchronization
import TestTools
import Testing

@testable import WebPush

@Suite(.enabled(if: Tool.hasPython, "there is no python3"))
struct CurlPushTransportTests {
    private static let patient = CurlPushTransport.Timeouts(connecting: 60_000, whole: 120_000)

    private func transport(_ certificate: SelfSignedCertificate? = nil, resolving: [String] = []) -> CurlPushTransport {
        CurlPushTransport(
            authorities: certificate?.file, timeouts: CurlPushTransportTests.patient, resolving: resolving)
    }

    private func message(_ endpoint: CheckedURL, body: [UInt8] = [0, 1, 255, 13, 10]) -> PushMessage {
        PushMessage(
            endpoint: endpoint, body: body, timeToLive: 600, urgency: .high, topic: "a-topic_1",
            authorization: "vapid t=a.b.c, k=d")
    }

    @Test func `the service gets the message as it is`() throws {
        let service = try PushService()
        let body = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let endpoint = try service.endpoint("201?a=%2F/../b")
        #expect(transport().send(message(endpoint, body: body)) == .accepted)
        let received = try service.received()
        #expect(received.method == "POST" && received.path == "/201?a=%2F/../b" && Array(received.body) == body)
        #expect(
            received.headers == [
                "host": "127.0.0.1:\(service.port)", "accept": "*/*", "authorization": "vapid t=a.b.c, k=d",
                "ttl": "600", "urgency": "high", "topic": "a-topic_1", "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream", "content-length": "4096",
            ])
    }

    @Test func `every status has its meaning`() throws {
        let service = try PushService()
        let transport = transport()
        for (path, answer) in [
            ("200", .accepted), ("201", .accepted), ("202", .accepted), ("404", .gone), ("410", .gone),
            ("400", .refused(400)), ("401", .refused(401)), ("413", .refused(413)), ("429", .later(after: nil)),
            ("429?Retry-After=120", .later(after: 120)), ("429?Retry-After=0", .later(after: nil)),
            ("429?Retry-After=-5", .later(after: nil)), ("429?Retry-After=soon", .later(after: nil)),
            ("429?Retry-After=86401", .later(after: 86_400)),
            ("429?Retry-After=99999999999999999999999", .later(after: 86_400)),
            ("429?Retry-After=Fri,%2031%20Dec%202100%2023:59:59%20GMT", .later(after: 86_400)),
            ("503?Retry-After=Fri,%2031%20Dec%202010%2023:59:59%20GMT", .later(after: nil)),
            ("500", .later(after: nil)), ("503?Retry-After=30", .later(after: 30)),
        ] as [(String, PushAnswer)] {
            #expect(transport.send(message(try service.endpoint(path))) == answer, "\(path)")
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `redirects are not followed`(_ status: Int) throws {
        let service = try PushService()
        let transport = transport()
        let path = "\(status)?Location=http://127.0.0.1:\(service.port)/200"
        #expect(transport.send(message(try service.endpoint(path))) == .refused(status))
        #expect(transport.send(message(try service.endpoint("201"))) == .accepted)
        #expect(try service.received().path == "/" + path)
        #expect(try service.received().path == "/201")
    }

    @Test func `an endless answer is broken off and its status counts`() throws {
        let service = try PushService()
        let transport = transport()
        #expect(transport.send(message(try service.endpoint("endless"))) == .accepted)
        #expect(transport.send(message(try service.endpoint("fields"))) == .later(after: 7))
        #expect(transport.send(message(try service.endpoint("cut"))) == .accepted)
        #expect(transport.send(message(try service.endpoint("hints"))).isUnreachable)
        // The handle is good for the next message.
        #expect(transport.send(message(try service.endpoint("201"))) == .accepted)
    }

    @Test func `silence is no answer`() throws {
        let service = try PushService()
        let brief = CurlPushTransport(
            authorities: nil, timeouts: CurlPushTransport.Timeouts(connecting: 300, whole: 300))
        #expect(brief.send(message(try service.endpoint("hang"))).isUnreachable)
        #expect(transport().send(message(try service.endpoint("silence"))).isUnreachable)
        // Nobody listens on port 1.
        let closed = try #require(CheckedURL("http://127.0.0.1:1/a", trusting: try TrustedHosts("127.0.0.1:1")))
        let unknown = try #require(CheckedURL("https://nowhere.invalid/a", trusting: .none))
        for endpoint in [closed, unknown] {
            let answer = transport().send(message(endpoint))
            #expect(answer.isUnreachable && !"\(answer)".contains("127.0.0.1") && !"\(answer)".contains("nowhere"))
        }
    }

    @Test func `messages share a connection`() throws {
        let service = try PushService()
        let transport = transport()
        for path in ["201", "404", "429", "201"] {
            _ = transport.send(message(try service.endpoint(path)))
            #expect(try service.received().connection == 1)
        }
    }

    @Test func `several messages are under way at once`() throws {
        let service = try PushService()
        let transport = transport()
        let endpoint = try service.endpoint("all")
        for _ in 0..<2 {
            let answers = Mutex<[PushAnswer]>([])
            let group = DispatchGroup()
            for _ in 0..<8 {
                group.enter()
                // The service answers none of them before it has them all.
                Thread.detachNewThread {
                    let answer = transport.send(message(endpoint))
                    answers.withLock { $0.append(answer) }
                    group.leave()
                }
            }
            #expect(group.isLeft())
            #expect(answers.withLock { $0 } == [PushAnswer](repeating: .accepted, count: 8))
        }
        let connections = try (0..<16).map { _ in try service.received().connection }
        #expect(Set(connections) == Set(1...8))
    }

    @Test(arguments: ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"])
    func `an address that is not public is not connected to`(_ address: String) throws {
        let certificate = try PushService.certificate()
        let service = try PushService(certificate)
        let name = "push.example.org:\(service.port)"
        let transport = transport(certificate, resolving: ["\(name):\(address)"])
        let endpoint = try #require(CheckedURL("https://\(name)/201", trusting: .none))
        #expect(transport.send(message(endpoint)) == .unreachable("its address is not public"))
        // The first connection that the service sees is one that the host of the site allowed.
        let trusted = try service.endpoint("201", scheme: "https", host: "push.example.org")
        let direct = CurlPushTransport(
            authorities: certificate.file, timeouts: CurlPushTransportTests.patient, resolving: ["\(name):127.0.0.1"])
        #expect(direct.send(message(trusted)) == .accepted)
        #expect(try service.received().connection == 1)
    }

    @Test func `certificates are verified`() throws {
        let certificate = try PushService.certificate()
        let service = try PushService(certificate)
        let names = ["push.example.org", "other.example.org"].map { "\($0):\(service.port):127.0.0.1" }
        let right = try service.endpoint("201", scheme: "https", host: "push.example.org")
        let other = try service.endpoint("201", scheme: "https", host: "other.example.org")
        #expect(transport(resolving: names).send(message(right)).isUnreachable)
        #expect(transport(try PushService.certificate(), resolving: names).send(message(right)).isUnreachable)
        #expect(transport(certificate, resolving: names).send(message(other)).isUnreachable)
        #expect(transport(certificate, resolving: names).send(message(right)) == .accepted)
    }
}

extension PushAnswer {
    fileprivate var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
}
