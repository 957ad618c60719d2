import Foundation
import TestTools
import Testing

@testable import HTTP

/// Limits on times and numbers, over real sockets with short times. No test asserts how long something takes.
@Suite(.serialized, .timeLimit(.minutes(30))) struct LimitTests {
    @Test("RFC 9110 15.5.9: slow heads, silent connections and slow bodies get 408")
    func slowRequests() throws {
        try withServer(
            echo,
            settings {
                $0.limits.headerTime = .milliseconds(300)
                $0.limits.bodyIdleTime = .milliseconds(300)
            }
        ) { port in
            let silent = Client(port)
            let slow = Client(port).send("GET / HTTP/1.1\r\nHost: a\r\n")
            let body = Client(port).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na")
            for client in [silent, slow, body] {
                #expect(client.reply()?.status == 408)
                #expect(client.isEnded())
            }
        }
    }

    @Test(
        "A body below the minimum rate gets 408 even if it never pauses",
        arguments: [("Content-Length: 100000", "a"), ("Transfer-Encoding: chunked", "1\r\na\r\n")])
    func drippingBody(_ framing: String, _ drop: String) throws {
        let slow = settings {
            $0.limits.bodyRateWindow = .milliseconds(500)
            // No pause is too long, so only the rate can end the body.
            $0.limits.bodyIdleTime = .seconds(3_600)
        }
        try withServer(echo, slow) { port in
            let client = Client(port).send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
            try #require(client.drips(drop))
            #expect(client.reply()?.status == 408)
            #expect(client.isEnded())
        }
    }

    @Test("An unwanted body below the minimum rate closes its connection")
    func drippingUnreadBody() throws {
        var handler = echo
        handler.planned = { _ in .immediate }
        handler.answer = { _ in .text("not read") }
        let slow = settings {
            $0.limits.bodyRateWindow = .milliseconds(500)
            $0.limits.bodyIdleTime = .seconds(3_600)
        }
        try withServer(handler, slow) { port in
            let client = Client(port).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            #expect(client.reply()?.text == "not read")
            try #require(client.drips("a"))
            #expect(client.isEnded())
        }
    }

    @Test("A body that came fast at first and then drips gets 408")
    func burstAndDrip() throws {
        let slow = settings {
            $0.limits.bodyRateWindow = .milliseconds(500)
            $0.limits.bodyIdleTime = .seconds(3_600)
        }
        try withServer(echo, slow) { port in
            let client = Client(port).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
            // Enough for hours of an average.
            client.send(String(repeating: "a", count: 890_000))
            try #require(client.drips("a"))
            #expect(client.reply()?.status == 408)
            #expect(client.isEnded())
        }
    }

    @Test("The rate of a body is that of each window, without pauses for the disk")
    func bodyRate() {
        var rate = BodyRate(at: 100)
        func isTooSlow(_ received: Int, at now: Int) -> Bool {
            rate.isTooSlow(received, at: now, window: 1_000, minimum: 10)
        }
        #expect(!isTooSlow(0, at: 1_100) && !isTooSlow(5_000, at: 1_101))
        // The next window: 9 bytes are too few, 10 are enough.
        #expect(!isTooSlow(5_000, at: 2_101) && isTooSlow(5_009, at: 2_102) && !isTooSlow(5_010, at: 2_102))
        rate.begunAt += 60_000
        #expect(!isTooSlow(5_010, at: 60_000) && !isTooSlow(5_020, at: 63_103) && isTooSlow(5_020, at: 64_105))
    }

    @Test("Bodies under way are bounded in all, by network and by owner")
    func bodyBudget() throws {
        let budget = Budget(maxTotal: 100, maxPerOwner: 60)
        let (one, other) = (try #require(ClientAddress("192.0.2.1")), try #require(ClientAddress("192.0.2.2")))
        func take(_ count: Int, _ client: ClientAddress, isCounted: Bool = true) -> Bool {
            budget.take(count, for: isCounted ? [.network(client)] : [])
        }
        #expect(take(60, one) && !take(1, one) && take(30, other) && !take(11, other))
        #expect(take(10, one, isCounted: false) && !take(1, one, isCounted: false))
        budget.giveBack(60, for: [.network(one)])
        budget.giveBack(10, for: [])
        #expect(budget.total == 30 && take(61, one, isCounted: false) && take(9, one))
        // One person from two networks.
        let person = Budget(maxTotal: 100, maxPerOwner: 60)
        #expect(person.take(40, for: [.person(1), .network(one)]))
        #expect(!person.take(21, for: [.person(1), .network(other)]))
        #expect(person.take(21, for: [.person(2), .network(other)]) && person.total == 61)
        var owned = echo
        owned.owner = 7
        // In all, and for one owner.
        for (handler, settings) in [
            (echo, settings { $0.limits.bodyBytes = 1_000_000 }),
            (owned, settings { $0.limits.bodyBytesPerOwner = 1_000_000 }),
        ] {
            try withServer(handler, settings, firstOfTwoBodiesArrives)
        }
    }

    private func firstOfTwoBodiesArrives(_ port: Int) throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n"
        let first = Client(port).send(head).send(String(repeating: "a", count: 899_999))
        let second = Client(port).send(head)
        try #require(second.drips(String(repeating: "a", count: 1_000)))
        #expect(second.reply()?.status == 503)
        first.send("a")
        #expect(first.reply()?.text == "file 900000")
        #expect(Client(port).send(head).send(String(repeating: "a", count: 900_000)).reply()?.text == "file 900000")
    }

    @Test("A request is as old as its head, however long its body takes")
    func ageOfRequest() throws {
        let handler = TestHandler { .text($0.age >= 0.3 ? "old" : $0.age > 0 ? "young" : "new") }
        try withServer(handler) { port in
            let client = Client(port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            // Then the head has arrived.
            #expect(client.head()?.status == 100)
            usleep(300_000)
            client.send("a")
            #expect(client.reply()?.text == "old")
            #expect(ask(port, get("/"))?.text == "new")
        }
    }

    @Test("RFC 9112 9.8: a connection closes silently when idle, and after its maximum of requests")
    func keepAlive() throws {
        try withServer(
            echo,
            settings {
                $0.limits.keepAliveTime = .milliseconds(300)
                $0.limits.keepAliveRequests = 3
            }
        ) { port in
            let idle = Client(port).send(get("/"))
            #expect(idle.reply()?.status == 200)
            #expect(idle.isEnded())
            let busy = Client(port).send(get("/") + get("/") + get("/") + get("/"))
            #expect(busy.reply()?.headers["connection"] == "keep-alive")
            #expect(busy.reply()?.status == 200)
            #expect(busy.reply()?.headers["connection"] == "close")
            #expect(busy.isEnded())
        }
    }

    @Test("A client that reads nothing of a large answer is disconnected, others are answered")
    func slowReader() throws {
        let large = [UInt8](repeating: 0x61, count: 16 << 20)
        var handler = echo
        handler.planned = { _ in .immediate }
        handler.answer = { $0.head.path == "/large" ? Response(body: .bytes(large)) : .text("small") }
        let server = Server(configuration: settings { $0.limits.writeTime = .milliseconds(400) }, handler: handler)
        let port = try server.start()
        defer { server.stop() }
        let slow = Client(port, receiveBuffer: 4_096).send(get("/large"))
        #expect(slow.head()?.status == 200)
        #expect(ask(port, get("/"))?.text == "small")
        #expect(eventually { server.connectionCount == 0 })
        while slow.fill() {}
        #expect(slow.isClosed)
        // A stalled machine may disconnect this client too, so it tries several times.
        #expect((0..<10).contains { _ in Client(port).send(get("/large")).reply()?.body.count == large.count })
    }

    @Test("RFC 9110 15.6.4: a full handler queue gets 503 with Retry-After; immediate answers still work")
    func handlerQueue() throws {
        let gate = DispatchSemaphore(value: 0)
        let running = Counter()
        var handler = echo
        handler.planned = { $0.path == "/wait" ? .pooled(bodyLimit: 0) : .immediate }
        handler.answer = { request in
            if request.head.path == "/wait" {
                running.add()
                gate.wait()
            }
            return .text("done")
        }
        let configuration = settings {
            $0.handlerThreads = 2
            $0.limits.queuedRequests = 3
        }
        let server = Server(configuration: configuration, handler: handler)
        let port = try server.start()
        defer { server.stop() }
        let clients = (0..<5).map { _ in Client(port).send(get("/wait")) }
        #expect(
            eventually { running.value == 2 && server.handlerThreads == ThreadUse(threads: 2, running: 2, waiting: 3) })
        let refused = Client(port).send(get("/wait"))
        let reply = refused.reply()
        #expect(reply?.status == 503)
        #expect(reply?.headers["retry-after"] == "1")
        #expect(refused.send(get("/")).reply()?.text == "done")
        for _ in clients { gate.signal() }
        for client in clients { #expect(client.reply()?.text == "done") }
    }

    @Test("Too many connections get 503; closing one frees a slot")
    func connectionLimit() throws {
        try withServer(echo, settings { $0.limits.connections = 16 }) { port in
            var clients = (0..<16).map { _ in Client(port).send(get("/")) }
            for client in clients { #expect(client.reply()?.status == 200) }
            #expect(Client(port).reply()?.status == 503)
            clients.removeLast()
            #expect(eventually { ask(port, get("/"))?.status == 200 })
        }
    }

    @Test("Connections are counted by network until they are released")
    func perAddress() {
        let counter = Budget(maxTotal: 100, maxPerOwner: 2)
        let one = ClientAddress(ipv4: 0x0A00_0001)
        let six = (0..<3).compactMap { ClientAddress("2001:db8::\($0)") }
        #expect(counter.take(1, for: [.network(one.network)]) && counter.take(1, for: [.network(one.network)]))
        #expect(!counter.take(1, for: [.network(one.network)]))
        #expect(counter.take(1, for: []))
        #expect(counter.take(1, for: [.network(six[0].network)]) && counter.take(1, for: [.network(six[1].network)]))
        #expect(!counter.take(1, for: [.network(six[2].network)]))
        counter.giveBack(1, for: [.network(one.network)])
        #expect(counter.take(1, for: [.network(one.network)]))
        #expect(counter.total == 5)
    }
}
