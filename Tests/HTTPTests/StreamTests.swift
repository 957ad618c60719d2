import Foundation
import Synchronization
import TestTools
import Testing

@testable import HTTP

/// WHATWG HTML, 9.2: server-sent events.
@Suite(.serialized, .timeLimit(.minutes(30))) struct StreamTests {
    /// Gives the test access to the streams of a server.
    final class Streams: Sendable {
        private let all = Mutex<[EventStream]>([])
        let closed = Counter()

        var handler: TestHandler {
            TestHandler { request in
                let stream = EventStream(
                    lastEventID: request.head.headers["last-event-id"], onClose: { _ in self.closed.add() })
                self.all.withLock { $0.append(stream) }
                return .events(stream)
            }
        }

        var current: [EventStream] { all.withLock { $0 } }
    }

    @Test("Values cannot inject fields; every kind of line end in data starts a new data line")
    func encoding() {
        let bytes = EventStream.encode(event: "a\nb", id: "1\r2", data: "x\r\ny\rz\n")
        #expect(String(decoding: bytes, as: UTF8.self) == "event: ab\nid: 12\ndata: x\ndata: y\ndata: z\ndata: \n\n")
    }

    @Test("Events arrive in order; the stream ends when it is closed")
    func order() throws {
        let streams = Streams()
        try withServer(streams.handler) { port in
            let client = Client(port).send(get("/"))
            #expect(client.head()?.headers["x-accel-buffering"] == "no")
            let stream = try #require(streams.current.first)
            for number in 0..<500 { stream.send(data: "\(number)") }
            stream.close()
            stream.send(data: "late")
            #expect(client.reads((0..<500).map { "data: \($0)\n\n" }.joined()))
            #expect(!client.fill())
            #expect(stream.isClosed)
            #expect(eventually { streams.closed.value == 1 })
        }
    }

    @Test("A stream without events gets comments")
    func heartbeat() throws {
        let streams = Streams()
        try withServer(streams.handler, configuration: settings { $0.limits.streamHeartbeat = .milliseconds(250) }) {
            port in
            let client = Client(port).send(get("/"))
            #expect(client.reads(":\n\n:\n\n"))
        }
    }

    @Test("A client that reads nothing is disconnected, others keep their stream")
    func overrun() throws {
        let streams = Streams()
        try withServer(streams.handler) { port in
            let slow = Client(port, receiveBuffer: 4_096).send(get("/"))
            #expect(slow.head()?.status == 200)
            let stream = try #require(streams.current.first)
            let fast = Client(port).send(get("/"))
            #expect(fast.head()?.status == 200)
            let event = String(repeating: "x", count: 10_000)
            // The kernel's buffers fill first.
            #expect(
                eventually {
                    for _ in 0..<100 { stream.send(data: event) }
                    return stream.isClosed
                })
            streams.current.last?.send(data: "still here")
            #expect(fast.reads("data: still here\n\n"))
            #expect(eventually { streams.closed.value == 1 })
        }
    }

    @Test("HEAD of a stream returns its fields and opens no stream")
    func head() throws {
        let streams = Streams()
        var handler = streams.handler
        handler.planned = { _ in .pooled(bodyLimit: 0) }
        try withServer(handler) { port in
            let client = Client(port).send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply(toHead: true)?.headers["content-type"] == "text/event-stream")
            #expect(client.isEnded())
            #expect(eventually { streams.closed.value == 1 })
        }
    }

    @Test("A thousand idle streams do not need a thread each")
    func thousand() throws {
        let streams = Streams()
        try withServer(streams.handler) { port in
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            let clients = (0..<1_000).map { _ in Client(port).send(get("/")) }
            for client in clients { #expect(client.head()?.status == 200) }
            // Other tests start threads at the same time; one for each stream would be a thousand.
            #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count < threads + 500)
            for stream in streams.current { stream.send(data: "all") }
            for client in clients { #expect(client.reads("data: all\n\n")) }
        }
    }

    @Test("An onClose that blocks does not keep an upload from finishing")
    func blockingOnClose() throws {
        let entered = Counter()
        let closed = Counter()
        let gate = DispatchSemaphore(value: 0)
        var handler = echo
        handler.answer = { request in
            guard request.head.path == "/events" else { return echo.answer(request) }
            let stream = EventStream(onClose: { _ in
                entered.add()
                gate.wait()
                closed.add()
            })
            return .events(stream)
        }
        try withServer(handler) { port in
            let count = 8
            for _ in 0..<count {
                let client = Client(port).send(get("/events"))
                #expect(client.head()?.status == 200)
            }
            #expect(eventually { entered.value >= 2 })
            #expect(ask(port, post("/upload", body: String(repeating: "x", count: 200_000)))?.text == "file 200000")
            for _ in 0..<count { gate.signal() }
            #expect(eventually { closed.value == count })
        }
    }
}
