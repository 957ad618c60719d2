import Foundation
import Testing

@testable import App

/// The list of time zones, which is kept once it was written.
struct TimeZoneFieldTests {
    private func chosen(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: #/<option value="(\w+/[^"]+)" selected ?>/#).map { String($0.1) }
    }

    @Test func `each sees their own choice, whoever looked before, and a wrong one is said beside it`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try mikko.get("/settings").fill("time_zone", "Asia/Tokyo").submit(AccountPaths.preferences)
        for _ in 1...2 {
            #expect(chosen(try aino.get("/settings")) == ["Europe/Helsinki"])
            #expect(chosen(try mikko.get("/settings")) == ["Asia/Tokyo"])
        }
        try mikko.get("/settings").fill("time_zone", "Mars/Olympus").submit(AccountPaths.preferences).gets(422)
        #expect(mikko.page.text.contains("time_zone-error"))
        #expect(!(try aino.get("/settings")).page.text.contains("time_zone-error"))
    }
}
