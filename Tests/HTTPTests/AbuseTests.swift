import Foundation
import TestTools
import Testing

@testable import HTTP

/// Clients that disconnect, send garbage or stall, and disks that fail.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AbuseTests {
    /// The number of open descriptors of this process: sockets with the server's port and files below a folder.
    private func held(port: Int, folder: String) -> Int {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.compactMap { Int32($0) }.filter { number in
            if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") {
                if path.hasPrefix(folder) { return true }
            }
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isSocket = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) == 0 }
            }
            return isSocket && address.sin_family == sa_family_t(AF_INET) && UInt16(bigEndian: address.sin_port) == port
        }.count
    }

    private static let largeUpload: [UInt8] = {
        let head = "--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n"
        return Array(head.utf8) + [UInt8](repeating: 0x61, count: 150_000)
    }()

    /// Makes one abused connection; the number selects how.
    private func abuse(_ port: Int, _ kind: Int) {
        let client = Client(port)
        let upload = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=xyz\r\n"
        switch kind % 10 {
        case 0: break
        case 1: client.send("GET / HT")
        case 2: client.send(upload + "Content-Length: 900000\r\n\r\n").send(AbuseTests.largeUpload)
        case 3:
            client.send(get("/large"))
            client.reset()
        case 4:
            client.send(upload + "Transfer-Encoding: chunked\r\n\r\n249f0\r\n").send(AbuseTests.largeUpload).reset()
        case 5: client.send([UInt8](repeating: 0xFF, count: 100))
        case 6:
            client.send(get("/slow"))
            client.reset()
        case 7:
            client.send(post("/", body: String(repeating: "x", count: 500)).dropLast(100) + "")
            client.shutWriting()
            _ = client.reply()
        case 8:
            client.send(get("/events")).reset()
        default:
            client.send(get("/") + get("/slow") + "garbage\r\n\r\n")
            client.shutWriting()
        }
    }

    @Test("10,000 abused connections leave no open descriptor and no temporary file")
    func leaks() throws {
        let large = [UInt8](repeating: 0x61, count: 4 << 20)
        let handler = TestHandler(
            planned: { head in
                switch head.path {
                case "/slow", "/events": .pooled(bodyLimit: 0)
                default: head.method == .get ? .immediate : .pooled(bodyLimit: 1 << 20)
                }
            },
            answer: { request in
                switch request.head.path {
                case "/large": return Response(body: .bytes(large))
                case "/events": return .events(EventStream())
                case "/slow":
                    usleep(2_000)
                    return .text("late")
                default: return echo.answer(request)
                }
            })
        try withFolder { folder in
            try withServer(handler, configuration: settings { $0.temporaryDirectory = folder }) { port in
                #expect(ask(port, get("/"))?.text == "/")
                let before = held(port: port, folder: folder)
                DispatchQueue.concurrentPerform(iterations: 10) { worker in
                    for number in 0..<1_000 { abuse(port, number + worker) }
                }
                #expect(ask(port, get("/"))?.text == "/")
                #expect(eventually { held(port: port, folder: folder) <= before })
                #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] })
            }
        }
    }

    @Test("A body that cannot be written gets 507, other requests are answered")
    func storageFails() throws {
        try withServer(echo, configuration: settings { $0.temporaryDirectory = "/nowhere/at/all" }) { port in
            let client = Client(port).send(post("/", body: String(repeating: "x", count: 200_000)))
            #expect(client.reply()?.status == 507)
            #expect(ask(port, post("/", body: "small"))?.text == "5")
        }
    }

    @Test("A body that would use reserved disk space gets 507, other requests are answered")
    func reserveIsKept() throws {
        try withFolder { folder in
            let configuration = settings {
                $0.temporaryDirectory = folder
                $0.limits.diskReserveBytes = .max
            }
            try withServer(echo, configuration: configuration) { port in
                let client = Client(port).send(post("/", body: String(repeating: "x", count: 200_000)))
                #expect(client.reply()?.status == 507)
                #expect(ask(port, post("/", body: "small"))?.text == "5")
                #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] })
            }
        }
    }

    @Test("`beforeFiles` refuses a form before the handler runs, or lets it read the fields alone")
    func refusedBeforeFiles() throws {
        let handled = Counter()
        let handler = TestHandler(
            planned: { _ in
                .pooled(
                    bodyLimit: 10 << 20,
                    beforeFiles: { fields in
                        switch fields["token"] {
                        case "good": .store
                        case "ended": .skip
                        default: .refuse(.text("no", status: .forbidden))
                        }
                    })
            },
            answer: { request in
                handled.add()
                return echo.answer(request)
            })
        try withFolder { folder in
            try withServer(handler, configuration: settings { $0.temporaryDirectory = folder }) { port in
                func upload(_ token: String) -> Reply? {
                    let body =
                        MultipartTests.field("token", token) + MultipartTests.file("a", "data") + "--xyz--\r\n"
                    return ask(port, post("/", body: body, fields: "Content-Type: \(MultipartTests.type)\r\n"))
                }
                #expect(upload("bad")?.status == 403)
                #expect(handled.value == 0)
                #expect(upload("good")?.text == "form 1 [4]")
                #expect(upload("ended")?.text == "form 1 []")
            }
        }
    }

    @Test("Over a socket, a broken multipart form gets 400, a form without files is read")
    func multipartOverTheWire() throws {
        try withServer(echo) { port in
            let type = "Content-Type: multipart/form-data; boundary=xyz\r\n"
            #expect(ask(port, post("/", body: "garbage", fields: type))?.status == 400)
            #expect(
                ask(port, post("/", body: "--xyz--", fields: "Content-Type: multipart/form-data\r\n"))?.status == 400)
            #expect(
                ask(port, post("/", body: MultipartTests.field("a", "1") + "--xyz--", fields: type))?.text
                    == "form 1 []")
        }
    }

    @Test("A client that shuts down writing after its request still gets the answer")
    func halfClosed() throws {
        var handler = echo
        handler.planned = { _ in .pooled(bodyLimit: 0) }
        handler.answer = { _ in
            usleep(50_000)
            return .text("late")
        }
        try withServer(handler) { port in
            let client = Client(port).send(get("/"))
            client.shutWriting()
            #expect(client.reply()?.text == "late")
            #expect(client.isEnded())
        }
    }

    @Test("Slow handlers do not hold up other requests")
    func slowHandlers() throws {
        let gate = DispatchSemaphore(value: 0)
        var handler = echo
        handler.planned = { _ in .pooled(bodyLimit: 0) }
        handler.answer = { request in
            if request.head.path == "/wait" { gate.wait() }
            return .text("done")
        }
        try withServer(handler) { port in
            let waiting = (0..<40).map { _ in Client(port).send(get("/wait")) }
            for _ in 0..<100 { #expect(ask(port, get("/"))?.text == "done") }
            for _ in waiting { gate.signal() }
            for client in waiting { #expect(client.reply()?.text == "done") }
        }
    }
}
