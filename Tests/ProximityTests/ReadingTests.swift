import Testing

@testable import Proximity

/// Numbers, times and dates as apps, files and forms write them.
struct ReadingTests {
    /// 27 November 2026, 12:09 in UTC.
    private static let time = Timestamp(milliseconds: 1_795_781_340_000)

    @Test(arguments: [
        "2026-11-27T12:09:00Z", "2026-11-27t12:09:00z", "2026-11-27 12:09Z", "2026-11-27T12:09:00.000Z",
        "2026-11-27T14:09:00+02:00", "2026-11-27T14:09+0200", "2026-11-27T14:09:00.000+02",
        "2026-11-27T14:09:00 02:00", "2026-11-27T14:09:00 0200", "2026-11-27 14:09:00 02", "2026-11-27 14:09 02:00",
        "2026-11-27 14:09:00.000 02:00", "2026-11-27 14:09:00 +0200", "2026-11-27 14:09:00  0200",
        "2026-11-27 12:09:00 Z", " 2026-11-27T12:09:00Z ", "2026-11-27T06:39:00-05:30", "2026-11-27 07:09:00 -0500",
        "2026-11-28T02:09:00+14:00", "٢٠٢٦-١١-٢٧T١٢:٠٩:٠٠٫٠Z", "۲۰۲۶-۱۱-۲۷ ۱۴:۰۹:۰۰+۰۲:۰۰", "२०२६-११-२७T१२:०९Z",
        "２０２６－１１－２７Ｔ１２：０９：００Ｚ", "\u{200F}٢٠٢٦-١١-٢٧T12:09Z", "2026-11-27T07:09:00\u{2212}05:00",
        "۲۰۲۶−۱۱−۲۷\u{A0}۰۷:۰۹:۰۰.۰۰۰ −۰۵:۰۰",
    ])
    func `every way to write an instant gives the same, in any digits and with a blank for the plus`(text: String) {
        #expect(WrittenTime(text)?.instant == ReadingTests.time)
    }

    @Test(arguments: [
        "2026-11-27 12:09", "2026-11-27T12:09", "2026-11-27 12:09:00", "2026-11-27T12:09:00,0",
        "2026-11-27T12:09 ", "  2026-11-27 12:09", "٢٠٢٦-١١-٢٧T12:09",
    ])
    func `the clock after the date is no offset`(text: String) throws {
        let written = try #require(WrittenTime(text))
        #expect(written.clock == ReadingTests.time && written.offset == nil && written.instant == nil)
    }

    @Test(arguments: [
        "", " ", "now", "2026-11-27", "2026-11-27T", "2026-11-27T12", "2026-11-27T12:", "2026-11-27T12:09:",
        "2026-11-27T12:09:00.", "2026-11-27T12:09:00.Z", "2026-11-27T24:00", "2026-11-27T12:60", "2026-11-27T12:09:61",
        "2026-13-27T12:09", "2026-00-27T12:09", "2026-11-31T12:09", "2026-11-00T12:09", "2026-02-29T12:09",
        "0000-01-01T00:00", "+2026-11-27T12:09", "12026-11-27T12:09", "2026-11-27  12:09",
        "2026-11-27T12:09+", "2026-11-27T12:09+2", "2026-11-27T12:09+02:", "2026-11-27T12:09+02:60",
        "2026-11-27T12:09+15:00", "2026-11-27T12:09+02:00Z", "2026-11-27T12:09ZZ", "2026-11-27T12:09 - 02:00",
        "2026-11-2²T12:09", "二〇二六-11-27T12:09", "2026-11-27T12:09:00." + String(repeating: "0", count: 21),
        String(repeating: "٢", count: 70_000),
    ])
    func `what is no time is nil`(text: String) {
        #expect(WrittenTime(text) == nil)
    }

    @Test func `of a fraction the milliseconds count`() {
        for (fraction, milliseconds) in [
            (".5", 500), (".05", 50), (".123", 123), (".1239999", 123), (",999999999", 999),
        ] {
            let time = WrittenTime("2026-11-27T12:09:00\(fraction)Z")?.instant
            #expect(time?.milliseconds == ReadingTests.time.milliseconds + Int64(milliseconds), "\(fraction)")
        }
        #expect(WrittenTime("2026-11-27T12:08:60Z")?.instant == ReadingTests.time)
    }

    @Test func `every day of a thousand years follows the one before`() throws {
        var expected = try #require(GregorianCalendar.day(year: 1_500, month: 1, day: 1))
        for year in 1_500...2_500 {
            for month in 1...12 {
                let days = (1...31).compactMap { GregorianCalendar.day(year: year, month: month, day: $0) }
                #expect(days == Array(expected..<expected + days.count) && days.count >= 28)
                expected += days.count
            }
        }
        // 400 years have 146,097 days.
        #expect(GregorianCalendar.day(year: 2_001, month: 1, day: 1) == 11_323)
        #expect(GregorianCalendar.day(year: 1_601, month: 1, day: 1) == 11_323 - 146_097)
        #expect(GregorianCalendar.day(year: 1970, month: 1, day: 1) == 0)
        #expect(GregorianCalendar.day(year: 2_000, month: 2, day: 29) == 11_016)
        let none: [(Int, Int, Int)] = [
            (1_900, 2, 29), (2_026, 4, 31), (0, 1, 1), (10_000, 1, 1), (.max, 1, 1), (2_026, .min, 1),
        ]
        for (year, month, day) in none {
            #expect(GregorianCalendar.day(year: year, month: month, day: day) == nil)
        }
    }

    @Test(
        arguments: [
            ("60.17", 60.17), ("60,17", 60.17), ("-1.5e1", -15), ("+7", 7), ("1E2", 100),
            ("60.10000000000000142108547152020037174224853515625", 60.1), ("٦٠٫١٧", 60.17),
            ("۶۰٫۱۷", 60.17), ("६०.१७", 60.17), ("６０．１７", 60.17), ("６０，１７", 60.17), ("−24,9", -24.9),
            ("\u{061C}-٢٤٫٩", -24.9), ("\u{200E}−۲۴٫۹", -24.9), (" 28.6", 28.6), ("28.6 ", 28.6),
            ("\u{A0}28,6\t", 28.6), ("1.7952624E 09", 1_795_262_400), ("２．８６ｅ＋１", 28.6),
        ] as [(String, Double)])
    func `numbers are read in the digits of any script`(text: String, number: Double) {
        #expect(WrittenNumber.read(text) == number)
    }

    @Test(
        arguments: [
            "", " ", "1.2.3", "1,2,3", "1 2", "1 e2", "1e  2", "1e 2 3", "- 1", "1e ", "0x10", "0x1p4", "infinity",
            "inf", "nan", "1e400", "e", "-", "½", "²",
            "四",
            "٦٠٬٠٠٠", "\u{200E}", "true", String(repeating: "1", count: 65), String(repeating: "१", count: 70_000), nil,
        ] as [String?])
    func `what is no number is nil`(text: String?) {
        #expect(WrittenNumber.read(text) == nil)
    }
}
