import Safeguards
import Testing

@testable import App

/// The limits that features declare.
struct ThrottleRuleTests {
    private func rules() throws -> [Throttle] {
        let site = try TestSite.empty()
        return withExtendedLifetime(site) { site.app.site.features.throttles }
    }

    /// Counters are stored under these names.
    @Test func `each rule is stored under its name, and is as strict as it is meant to be`() throws {
        let told = try rules().map { rule in
            let delays = rule.delays.map { ", then \($0.lowerBound / 1_000) to \($0.upperBound / 1_000)" } ?? ""
            return "\(rule.name): \(rule.attempts) in \(rule.window / 1_000)\(delays)"
        }
        #expect(
            told.sorted() == [
                "announcement: 10 in 3600",
                "code: 5 in 3600, then 10 to 3600",
                "contacts: 3 in 86400",
                "events-latest: 60 in 60",
                "export: 5 in 86400",
                "forgot-account: 3 in 3600",
                "forgot-address: 20 in 3600",
                "group-action: 120 in 3600",
                "group-change: 10 in 3600",
                "group-joining: 20 in 3600",
                "group-making: 30 in 3600",
                "guest: 30 in 3600",
                "message-request: 10 in 86400",
                "message: 60 in 60",
                "note: 300 in 3600",
                "password: 10 in 180, then 30 to 900",
                "position-account: 10 in 1",
                "position-device: 2 in 1",
                "position-late-day: 20000 in 86400",
                "position-late: 50 in 1",
                "position-note: 1 in 60",
                "push-subscription: 60 in 3600",
                "push-test: 20 in 3600",
                "resend: 50 in 86400",
                "search: 60 in 60",
                "signup-refused: 60 in 3600",
                "signup: 10 in 3600",
                "test-mail: 20 in 3600",
                "text-search: 60 in 60",
                "upload: 300 in 3600",
                "writing: 60 in 60",
                "zone-play: 60 in 60",
                "zone-vote: 120 in 60",
            ])
    }

    @Test func `no two rules share a counter, as of a household or as of a site`() throws {
        let names = try rules().flatMap { [$0.name, $0.forSites.name] }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.count <= 32 })
    }
}
