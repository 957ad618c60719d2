import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What one feature does for all others is never left out in silence.
struct FeatureServicesTests {
    @Test func `a closed app deletes nobody whom it cannot erase`() throws {
        let site = try TestSite.empty()
        site.addDen()
        let (_, guest) = try site.guest()
        site.app.site.features.clear()
        #expect(throws: FeatureRegistry.NotRunning.self) {
            try site.app.site.database.write { try site.app.accounts.endGuest($0, guest, at: site.now) }
        }
        #expect(try site.app.site.database.read { try AccountQueries.isGuest($0, guest) })
    }

    @Test func `a closed app does nothing for an administrator that it cannot record`() throws {
        let site = try TestSite.empty()
        site.app.site.features.clear()
        let admin = Viewer(
            id: ID(rawValue: 1), username: "keeper", session: ID(rawValue: 1), timeZone: .gmt, units: .metric,
            theme: .system, receipts: true, retentionHours: 24, isAdministrator: true, sharesArea: false)
        #expect(throws: FeatureRegistry.NotRunning.self) {
            try site.app.site.database.write {
                try site.app.site.features.record($0, "made a zone", by: admin, detail: "", at: site.now)
            }
        }
    }
}
