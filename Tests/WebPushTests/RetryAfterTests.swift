import Testing

@testable import WebPush

struct RetryAfterTests {
    @Test(arguments: [
        ("1", 1), ("120", 120), ("0120", 120), ("86400", 86_400), ("86401", 86_400),
        ("99999999999999999999999", 86_400),
        // 2026-12-01 00:00:30 in the three forms of an HTTP-date (RFC 9110, 5.6.7).
        ("Tue, 01 Dec 2026 00:00:30 GMT", 30), ("Tuesday, 01-Dec-26 00:00:30 GMT", 30),
        ("Tue Dec  1 00:00:30 2026", 30),
        ("Fri, 31 Dec 2100 23:59:59 GMT", 86_400),
    ])
    func aWaitIsReadAndBounded(_ value: String, _ seconds: Int) {
        #expect(RetryAfter.seconds(value, now: 1_796_083_200) == seconds)
    }

    @Test(arguments: [
        "", "0", "000", "-5", "+5", "1.5", "5 s", "soon", "Tue", "Tue, 01 Dec 2026 00:00:00 GMT", "\u{0}",
        "Fri, 31 Dec 2010 23:59:59 GMT", "Tue, 41 Dec 2026 00:00:30 GMT", "2026-12-01T00:00:30Z", "٣",
    ])
    func whatAsksForNoWaitIsNone(_ value: String) {
        #expect(RetryAfter.seconds(value, now: 1_796_083_200) == nil)
    }
}
