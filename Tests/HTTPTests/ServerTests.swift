import Foundation
import Synchronization
import TestTools
import Testing

@testable import HTTP

/// The server over real sockets.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ServerTests {
    @Test("Requests on one connection are answered in order")
    func order() throws {
        try withServer(echo) { port in
            let client = Client(port)
            client.send(get("/a") + get("/b%20c") + post("/d", body: "12345") + get("/e"))
            #expect(client.reply()?.text == "/a")
            #expect(client.reply()?.text == "/b c")
            #expect(client.reply()?.text == "5")
            #expect(client.reply()?.text == "/e")
        }
    }

    @Test("A large body goes to disk and is deleted after the request")
    func largeBodies() throws {
        try withFolder { folder in
            try withServer(echo, configuration: settings { $0.temporaryDirectory = folder }) { port in
                let body = String(repeating: "x", count: 900_000)
                #expect(ask(port, post("/", body: body))?.text == "file 900000")
                #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] })
            }
        }
    }

    @Test("An event stream delivers its first event and ends when the client does")
    func eventStream() throws {
        let opened = Counter()
        let closed = Counter()
        let handler = TestHandler { request in
            let stream = EventStream(
                lastEventID: request.head.headers["last-event-id"],
                onOpen: { stream in
                    opened.add()
                    stream.send(event: "hello", id: "7", data: "one\ntwo \(stream.lastEventID ?? "")")
                }, onClose: { _ in closed.add() })
            return .events(stream)
        }
        try withServer(handler) { port in
            let client = Client(port).send(get("/", "Last-Event-ID: 6\r\n"))
            #expect(client.head()?.headers["content-type"] == "text/event-stream")
            try #require(client.reads("event: hello\nid: 7\ndata: one\ndata: two 6\n\n"))
            client.shutWriting()
            #expect(eventually { closed.value == 1 })
            #expect(opened.value == 1)
        }
    }

    @Test("The access log has one record for each answer")
    func accessLog() throws {
        let records = Mutex<[AccessRecord]>([])
        let configuration = settings { $0.accessLog = { record in records.withLock { $0.append(record) } } }
        try withServer(echo, configuration: configuration) { port in
            let unread = "GET /b?c HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
            let client = Client(port).send(post("/a", body: "12345") + unread + "nonsense\r\n\r\n")
            #expect((0..<3).map { _ in client.reply()?.status } == [200, 200, 400])
            let all = records.withLock { $0 }
            #expect(all.map(\.target) == ["/a", "/b?c", nil])
            #expect(all.map(\.method) == [.post, .get, nil])
            #expect(all.map(\.status) == [.ok, .ok, .badRequest])
            #expect(all.map { $0.refusal == nil } == [true, true, false])
        }
    }

    @Test("A request made without a socket is decoded like one from a socket")
    func inProcess() throws {
        let request = try Request(
            method: .post, target: "/a%20b?x=1&y=a%26b",
            headers: Headers([("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", "s=1; t=2")]),
            body: .bytes(Array("name=J%C3%BCrg+K&empty=".utf8)))
        #expect(request.head.path == "/a b")
        #expect(request.head.target == "/a%20b?x=1&y=a%26b")
        #expect(request.head.queryFields["y"] == "a&b")
        #expect(request.head.cookie("t") == "2")
        let form = try request.form()
        #expect(form["name"] == "Jürg K")
        #expect(form["empty"] == "")
        #expect(throws: (any Error).self) { try Request(method: .get, target: "/a/%2e%2e/b") }
    }
}
