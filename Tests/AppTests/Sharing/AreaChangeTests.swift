import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// What a friend who looks every minute sees of a pause, of a phone that is off and of other changes of an area.
struct AreaChangeTests {
    private static let oodi = DemoCast.Place.oodi.coordinate

    /// An action of the area's owner.
    enum Act: CaseIterable {
        case stand, walkOn, pause, endPause, switchOff, switchOn, forgetAll, keepAnHour, keepADay, changeZone

        func run(_ owner: Visitor) throws {
            switch self {
            case .stand: try owner.stand(at: AreaChangeTests.oodi)
            case .walkOn: try owner.stand(at: AreaChangeTests.oodi.destination(bearing: 90, distance: 2_500))
            case .pause: try set(owner, path: "/settings/pause", fields: [("minutes", "40")])
            case .endPause: try set(owner, path: "/settings/pause", fields: [("minutes", "0")])
            case .switchOff: try prefer(owner) { $0.filter { $0.name != "area" } }
            case .switchOn: try prefer(owner) { $0.filter { $0.name != "area" } + [(name: "area", value: "1")] }
            case .forgetAll: try set(owner, path: "/settings/devices/forget", fields: [])
            case .keepAnHour: try prefer(owner) { Act.replaced($0, name: "retention_h", value: "1") }
            case .keepADay: try prefer(owner) { Act.replaced($0, name: "retention_h", value: "24") }
            case .changeZone: try prefer(owner) { Act.replaced($0, name: "time_zone", value: "Asia/Tokyo") }
            }
        }

        private func set(_ owner: Visitor, path: String, fields: [(name: String, value: String)]) throws {
            try owner.get("/settings").post(path, [(name: "csrf", value: owner.token)] + fields)
        }

        private typealias Fields = [(name: String, value: String)]

        private func prefer(_ owner: Visitor, _ change: (Fields) -> Fields) throws {
            let form = try owner.get("/settings").page.forms.first { $0.action == "/settings/preferences" }
            try owner.post("/settings/preferences", change(try #require(form).fields)).sees("Saved.")
        }

        private static func replaced(_ fields: Fields, name: String, value: String) -> Fields {
            fields.filter { $0.name != name } + [(name: name, value: value)]
        }
    }

    /// A demo world with Aino and Mikko signed in.
    private struct World {
        let base: TestSite
        let cookies: (aino: [String: String], mikko: [String: String])

        init() throws {
            base = try TestSite.demo()
            cookies = (try base.member("aino_k").cookies, try base.member("mikko").cookies)
        }

        /// Aino's page as Mikko sees it each minute, while she acts at the given minutes.
        func watch(_ acts: [(minute: Int, act: Act)], minutes: Int) throws -> [String] {
            let site = try base.copy()
            let (aino, mikko) = (Visitor(site, cookies: cookies.aino), Visitor(site, cookies: cookies.mikko))
            return try (0..<minutes).map { minute in
                for (_, act) in acts.filter({ $0.minute == minute }) { try act.run(aino) }
                if minute.isMultiple(of: 7) { site.sweep() }
                defer { site.wait(seconds: 60) }
                return try mikko.get("/people/aino_k").gets(200).page.still
            }
        }
    }

    private func changes(_ pages: [String]) -> [Int] {
        (1..<pages.count).filter { pages[$0] != pages[$0 - 1] }
    }

    @Test func `whatever the owner does, a friend sees changes at full half hours only`() throws {
        let world = try World()
        var seen: Set<String> = []
        for seed in UInt64(1)...6 {
            var dice = SeededGenerator(seed: seed)
            var acts: [(minute: Int, act: Act)] = [(0, .switchOn), (1, .stand)]
            for _ in 0..<16 {
                let act = Act.allCases.randomElement(using: &dice) ?? .stand
                acts.append((Int.random(in: 2..<240, using: &dice), act))
            }
            let pages = try world.watch(acts, minutes: 240)
            #expect(changes(pages).allSatisfy { $0.isMultiple(of: 30) }, "seed \(seed): \(changes(pages)) of \(acts)")
            seen.formUnion(pages)
        }
        // Otherwise the test has seen nothing.
        #expect(seen.count > 2)
    }

    @Test func `paused, disabled, deleted, expired and never shared areas look identical to the byte`() throws {
        let world = try World()
        let start: [(minute: Int, act: Act)] = [(0, .switchOn), (3, .stand)]
        let never = try world.watch([], minutes: 1)
        for act in [Act.pause, .switchOff, .forgetAll] {
            let pages = try world.watch(start + [(37, act), (38, act)], minutes: 70)
            #expect(changes(pages) == [30, 60], "\(act)")
            #expect(pages.last == never.last, "\(act)")
        }
        // A phone that went off shows nothing an hour after its last position.
        let stale = try world.watch([(0, .keepAnHour)] + start, minutes: 70)
        #expect(changes(stale) == [30, 60] && stale.last == never.last)
    }

    @Test func `after a pause the area appears with a newer position, at the half hour`() throws {
        let world = try World()
        let acts: [(minute: Int, act: Act)] = [
            (0, .switchOn), (3, .stand), (37, .pause), (50, .walkOn), (77, .endPause),
        ]
        let quiet = try world.watch(acts, minutes: 130)
        #expect(changes(quiet) == [30, 60])
        let back = try world.watch(acts + [(95, .stand)], minutes: 130)
        #expect(changes(back) == [30, 60, 120])
        #expect(back[119] == quiet[119] && back[120].contains("Around Helsinki"))
    }
}
