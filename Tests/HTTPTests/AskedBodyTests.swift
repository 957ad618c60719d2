import Foundation
import Synchronization
import TestTools
import Testing

@testable import HTTP

/// Bodies about which the handler is asked before they are read.
struct AskedBodyTests {
    /// Reads the bodies of `/known`, waits for `gate` before it says so.
    private func handler(_ gate: DispatchSemaphore? = nil, _ asked: Counter = Counter()) -> TestHandler {
        TestHandler(
            planned: { head in
                .asked(bodyLimit: 4 << 20) {
                    asked.add()
                    gate?.wait()
                    return head.path == "/known" ? .read : .skip
                }
            },
            answer: { request in
                if case .empty = request.body { return .text("none", status: .unauthorized) }
                return echo.answer(request)
            })
    }

    @Test func `a body is read once the handler has said so, else it gets none`() throws {
        try withServer(handler()) { port in
            #expect(ask(port, post("/known", "12345"))?.text == "5")
            let large = String(repeating: "x", count: 3 << 20)
            #expect(ask(port, post("/known", large))?.text == "file \(3 << 20)")
            #expect(ask(port, post("/nobody", large))?.status == 401)
            // A small one leaves the connection open.
            let client = Client(port).send(post("/nobody", "small") + post("/known", "123"))
            #expect(client.reply()?.status == 401)
            #expect(client.reply()?.text == "3")
        }
    }

    @Test func `nothing of a body is kept before, and it is not asked for`() throws {
        let (gate, asked) = (DispatchSemaphore(value: 0), Counter())
        try withFolder { folder in
            try withServer(handler(gate, asked), settings { $0.temporaryDirectory = folder }) { port in
                let head = "POST /known HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\nExpect: 100-continue\r\n\r\n"
                let client = Client(port).send(head)
                #expect(eventually { asked.value == 1 })
                // What comes meanwhile waits with the client.
                client.send(String(repeating: "x", count: 100_000))
                #expect((try? FileManager.default.contentsOfDirectory(atPath: folder)) == [])
                gate.signal()
                #expect(client.head()?.status == 100)
                client.send(String(repeating: "x", count: 2_900_000))
                #expect(client.reply()?.text == "file 3000000")
            }
        }
    }

    @Test func `a body that is too long, or none, is not asked about`() throws {
        let asked = Counter()
        try withServer(handler(nil, asked)) { port in
            let head = "POST /known HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n"
            #expect(ask(port, head)?.status == 413)
            #expect(ask(port, post("/known", ""))?.status == 401)
            #expect(asked.value == 0)
        }
    }

    @Test func `a client that goes while the handler is asked leaves nothing`() throws {
        let (gate, asked) = (DispatchSemaphore(value: 0), Counter())
        try withServer(handler(gate, asked)) { port in
            do {
                _ = Client(port).send(post("/known", "12345"))
                #expect(eventually { asked.value == 1 })
            }
            gate.signal()
            gate.signal()
            #expect(ask(port, post("/known", "123"))?.text == "3")
        }
    }
}
