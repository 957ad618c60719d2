import Proximity
import Testing

@testable import PositionSources

/// Times as apps write them.
struct AppTimeTests {
    /// 21 November 2026, 12:00 in UTC.
    private static let noon: Int64 = 1_795_262_400_000

    @Test(arguments: [
        "1795262400", "1795262400000", "1795262400.0", "2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z",
        "2026-11-21T14:00:00+02:00", "2026-11-21T14:00:00.000+02:00", "2026-11-21T14:00:00+0200", "2026-11-21 12:00:00",
        "2026-11-21T07:00:00-05:00", "2026-11-21T12:00:00", "2026-11-21T14:00:00 02:00", "2026-11-21 14:00 0200",
        "2026-11-21 12:00", "١٧٩٥٢٦٢٤٠٠", "१७९५२६२४०००००", "٢٠٢٦-١١-٢١T12:00:00Z",
        "۲۰۲۶-۱۱-۲۱ ۰۹:۰۰:۰۰−۰۳:۰۰",
    ])
    func `every way to write a time gives the same time`(text: String) {
        #expect(AppTime.text(text)?.milliseconds == AppTimeTests.noon)
    }

    @Test(arguments: [
        "", " ", "now", "noon", "1e400", "nan", "inf", "-inf", "99999999999999999999", "2026-13-40T99:00:00Z",
        "2026-11-21", "٢٠٢٦-١١-٢١", String(repeating: "9", count: 41), "0x10", "2026-11-21T12:00:00+99:99Z",
    ])
    func `what is no time is nil and never a trap`(text: String) {
        #expect(AppTime.text(text) == nil)
    }

    @Test func `numbers far beyond any calendar are no times`() {
        for number in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e14] {
            #expect(AppTime.number(number) == nil)
        }
        #expect(AppTime.number(nil) == nil)
        #expect(AppTime.number(-1)?.milliseconds == -1_000)
    }
}
