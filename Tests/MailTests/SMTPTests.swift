import Foundation
import TestTools
import Testing

@testable import Mail

@Suite(.enabled(if: MailServer.isAvailable, "python3 has no aiosmtpd"))
struct SMTPTests {
    private func message(to: String = "eero@example.org") throws -> MailMessage {
        let from = try #require(EmailAddress("cairn@example.org"))
        let to = try #require(EmailAddress(to))
        let body = "Hyvää päivää\n.\n..leading dots\nlast line"
        return try MailMessage(
            from: from, fromName: "Cairn", to: to, subject: "Terve", body: body, id: "a1", date: 1_795_000_000_000)
    }

    private func transport(_ url: String, _ certificate: SelfSignedCertificate? = nil) throws -> SMTPTransport {
        SMTPTransport(
            try SMTPServer(url), authorities: certificate?.file,
            timeouts: SMTPTransport.Timeouts(connecting: 60, whole: 120))
    }

    @Test func `a plain server gets the message byte for byte`() throws {
        let server = try MailServer(.plain)
        try transport("smtp://127.0.0.1:\(server.port)").send(try message())
        let received = try server.received()
        #expect(received.from == "cairn@example.org" && received.to == ["eero@example.org"])
        #expect(!received.tls && !received.authenticated)
        #expect(Array(received.content.utf8) == (try message().bytes))
    }

    @Test(arguments: [MailServer.Mode.starttls, .tls])
    func `credentials go over TLS`(_ mode: MailServer.Mode) throws {
        let certificate = try MailServer.certificate()
        let server = try MailServer(mode, certificate)
        let scheme = mode == .tls ? "smtps" : "smtp"
        let url = "\(scheme)://aino:s3cret%3A%20word@127.0.0.1:\(server.port)"
        try transport(url, certificate).send(try message())
        let received = try server.received()
        #expect(received.tls && received.authenticated)
        #expect(Array(received.content.utf8) == (try message().bytes))
    }

    @Test(arguments: [MailServer.Mode.plain, .starttls, .tls])
    func `a probe signs in and sends nothing`(_ mode: MailServer.Mode) throws {
        let certificate = try MailServer.certificate()
        let server = try MailServer(mode, certificate)
        let (scheme, end) = (mode == .tls ? "smtps" : "smtp", "127.0.0.1:\(server.port)")
        let name = mode == .plain ? "" : "aino:s3cret%3A%20word@"
        try transport("\(scheme)://\(name)\(end)", certificate).probe()
        guard mode != .plain else { return }
        let wrong = #expect(throws: MailError.self) {
            try transport("\(scheme)://aino:wrong@\(end)", certificate).probe()
        }
        #expect(wrong?.code == 535, "\(String(describing: wrong))")
        let untrusted = #expect(throws: MailError.self) { try transport("\(scheme)://\(name)\(end)").probe() }
        #expect(untrusted?.isTLS == true, "\(String(describing: untrusted))")
        // The first message that arrives is one that was sent.
        try transport("\(scheme)://\(name)\(end)", certificate).send(try message())
        #expect(Array(try server.received().content.utf8) == (try message().bytes))
    }

    @Test(arguments: [MailServer.Mode.starttls, .tls])
    func `a certificate of an unknown authority is not trusted`(_ mode: MailServer.Mode) throws {
        let server = try MailServer(mode, try MailServer.certificate())
        let url = "\(mode == .tls ? "smtps" : "smtp")://aino:s3cret%3A%20word@127.0.0.1:\(server.port)"
        let error = #expect(throws: MailError.self) { try transport(url).send(try message()) }
        #expect(error?.isTLS == true, "\(String(describing: error))")
    }

    @Test func `a certificate of another host is not trusted`() throws {
        let certificate = try MailServer.certificate()
        let server = try MailServer(.tls, certificate)
        let url = "smtps://aino:s3cret%3A%20word@localhost:\(server.port)"
        let error = #expect(throws: MailError.self) { try transport(url, certificate).send(try message()) }
        #expect(error?.isTLS == true, "\(String(describing: error))")
    }

    @Test func `a password is never sent in the clear`() throws {
        let server = try MailServer(.plain)
        let error = #expect(throws: MailError.self) {
            try transport("smtp://aino:word@127.0.0.1:\(server.port)").send(try message())
        }
        #expect(error?.isTLS == true, "\(String(describing: error))")
    }

    @Test func `a refused recipient and a wrong password come with the server's code`() throws {
        let certificate = try MailServer.certificate()
        let server = try MailServer(.plain)
        let first = #expect(throws: MailError.self) {
            try transport("smtp://127.0.0.1:\(server.port)").send(try message(to: "nobody@example.org"))
        }
        #expect(first?.code == 550 && first?.isTemporary == false, "\(String(describing: first))")
        let strict = try MailServer(.tls, certificate)
        let second = #expect(throws: MailError.self) {
            try transport("smtps://aino:wrong@127.0.0.1:\(strict.port)", certificate).send(try message())
        }
        #expect(second?.code == 535, "\(String(describing: second))")
        #expect(second?.description.contains("wrong") == false)
    }
}

/// Tests without a mail server.
struct SilentServerTests {
    private func send(_ url: String) throws -> MailError? {
        let address = try #require(EmailAddress("aino@example.org"))
        let message = try MailMessage(from: address, to: address, subject: "x", body: "x", id: "1", date: 0)
        let timeouts = SMTPTransport.Timeouts(connecting: 1, whole: 1)
        let transport = SMTPTransport(try SMTPServer(url), authorities: nil, timeouts: timeouts)
        return #expect(throws: MailError.self) { try transport.send(message) }
    }

    @Test func `a closed port, an unknown name and a silent server are not reachable`() throws {
        let listener = try Listener()
        #expect(try send("smtp://127.0.0.1:\(listener.port)")?.isNotReachable == true)
        #expect(try send("smtps://127.0.0.1:\(listener.port)")?.isNotReachable == true)
        listener.close()
        #expect(try send("smtp://127.0.0.1:\(listener.port)")?.isNotReachable == true)
        #expect(try send("smtp://nowhere.invalid:25")?.isNotReachable == true)
    }
}

/// Accepts connections, and never sends anything.
private final class Listener {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
                listen(descriptor, 8)
                getsockname(descriptor, $0, &length)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }

    func close() { _ = Glibc.close(descriptor) }
}

extension MailError {
    fileprivate var isTLS: Bool { if case .tls = self { true } else { false } }
    fileprivate var isNotReachable: Bool { if case .notReachable = self { true } else { false } }
    fileprivate var code: Int? { if case .refused(let code, _) = self { code } else { nil } }
}
