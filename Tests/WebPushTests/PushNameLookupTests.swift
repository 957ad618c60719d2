import Foundation
import Synchronization
import TestTools
import Testing

@testable import Curl
@testable import WebPush

struct PushNameLookupTests {
    private func endpoint(_ url: String = "https://push.example.org/a", trusting hosts: String? = nil) throws
        -> CheckedURL
    {
        try #require(CheckedURL(url, trusting: try hosts.map { try TrustedHosts($0) } ?? .none))
    }

    private func lookup(_ addresses: String...) -> PushNameLookup {
        let addresses = addresses.compactMap { NetworkAddress(four: $0.utf8) ?? NetworkAddress(six: $0.utf8) }
        return PushNameLookup(patience: 60) { $0 == "push.example.org" ? addresses : [] }
    }

    @Test func `a name with any address that is not public is forbidden`() throws {
        let endpoint = try endpoint()
        #expect(lookup("127.0.0.1").isForbidden(endpoint))
        #expect(lookup("8.8.8.8", "10.0.0.1").isForbidden(endpoint))
        #expect(lookup("2606:4700::1111", "::ffff:8.8.8.8").isForbidden(endpoint))
        #expect(!lookup("8.8.8.8", "2606:4700::1111").isForbidden(endpoint))
        #expect(!lookup().isForbidden(endpoint))
    }

    @Test func `what the host named and numbers are not looked up`() throws {
        let lookup = PushNameLookup(patience: 60) { _ in
            Issue.record("looked up")
            return []
        }
        #expect(try !lookup.isForbidden(endpoint("http://push.example.org:80/a", trusting: "push.example.org:80")))
        #expect(try !lookup.isForbidden(endpoint("https://8.8.8.8/a")))
    }

    @Test func `resolvers that hang are not waited for and are few`() throws {
        let endpoint = try endpoint()
        let asked = Mutex(0)
        let release = DispatchSemaphore(value: 0)
        let lookup = PushNameLookup(patience: 0.02) { _ in
            asked.withLock { $0 += 1 }
            _ = release.isSignalled()
            return []
        }
        for _ in 0..<10 { #expect(!lookup.isForbidden(endpoint)) }
        #expect(eventually { asked.withLock { $0 } == 4 })
        for _ in 0..<4 { release.signal() }
        // As threads end, others are asked again.
        let isAskedAgain = eventually {
            release.signal()
            _ = lookup.isForbidden(endpoint)
            return asked.withLock { $0 } > 4
        }
        #expect(isAskedAgain)
    }

    @Test func `the system's resolver is asked`() {
        #expect(PushNameLookup.addresses(of: "localhost").contains { !$0.isPublic })
        #expect(PushNameLookup.addresses(of: "nowhere.invalid").isEmpty)
    }
}
