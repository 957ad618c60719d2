import Foundation
import TestTools
import Testing

@testable import HTTP

/// What a graceful stop does with the connections that are open.
@Suite struct StopTests {
    /// A server that is stopping, and the end of that.
    private func beginStop(_ server: Server) -> DispatchSemaphore {
        let stopped = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            server.stop()
            stopped.signal()
        }
        return stopped
    }

    /// With one loop: before a client can see that its connection is closed, no event of another one is handled, and
    /// then all of them know of the stop.
    private func oneLoop(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
        settings {
            $0.loops = 1
            // Longer than a test waits for anything.
            $0.limits.stopTime = .seconds(300)
            $0.limits.stopHeadTime = .seconds(300)
            change(&$0)
        }
    }

    @Test func `running requests are answered, and new connections refused`() throws {
        let started = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let handler = TestHandler(
            planned: { _ in .pooled(bodyLimit: 0) },
            answer: { request in
                if request.head.path == "/wait" {
                    started.signal()
                    gate.wait()
                }
                return .text("done")
            })
        let server = Server(configuration: settings { $0.limits.stopTime = .seconds(300) }, handler: handler)
        let port = try server.start()
        let busy = Client(port).send(get("/wait"))
        let idle = Client(port).send(get("/"))
        #expect(idle.reply()?.text == "done")
        #expect(started.isSignalled())
        let stopped = beginStop(server)
        #expect(idle.isEnded())
        gate.signal()
        let reply = busy.reply()
        #expect(reply?.text == "done")
        #expect(reply?.headers["connection"] == "close")
        #expect(stopped.isSignalled())
        #expect(Client(port).isClosed)
    }

    @Test func `a request whose connection is open already is answered, also when half of its head is there`() throws {
        let server = Server(configuration: oneLoop(), handler: echo)
        let port = try server.start()
        let idle = Client(port).send(get("/"))
        #expect(idle.reply()?.text == "/")
        let new = Client(port)
        let halfSent = Client(port).send("GET /half HT")
        #expect(eventually { server.connectionCount == 3 })
        let stopped = beginStop(server)
        #expect(idle.isEnded())
        for (client, text, path) in [(new, get("/new"), "/new"), (halfSent, "TP/1.1\r\nHost: a\r\n\r\n", "/half")] {
            let reply = client.send(text).reply()
            #expect(reply?.text == path)
            #expect(reply?.headers["connection"] == "close")
            #expect(client.isEnded())
        }
        #expect(stopped.isSignalled())
    }

    @Test func `an event stream that is opened during a stop does not hold it up`() throws {
        var handler = echo
        handler.answer = { request in
            request.head.path == "/events" ? .events(EventStream()) : .text("/")
        }
        let server = Server(configuration: oneLoop(), handler: handler)
        let port = try server.start()
        let idle = Client(port).send(get("/"))
        #expect(idle.reply()?.text == "/")
        let new = Client(port)
        #expect(eventually { server.connectionCount == 2 })
        let stopped = beginStop(server)
        #expect(idle.isEnded())
        new.send(get("/events"))
        #expect(stopped.isSignalled())
    }

    @Test func `a connection without a request does not hold a stop up`() throws {
        let configuration = oneLoop { $0.limits.stopHeadTime = .milliseconds(1) }
        let server = Server(configuration: configuration, handler: echo)
        let port = try server.start()
        let new = Client(port)
        let halfSent = Client(port).send("GET / HT")
        #expect(eventually { server.connectionCount == 2 })
        let stopped = beginStop(server)
        #expect(new.isEnded())
        #expect(halfSent.isEnded())
        #expect(stopped.isSignalled())
    }
}
