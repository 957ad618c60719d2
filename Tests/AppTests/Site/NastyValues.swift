/// Values that no honest browser sends, percent-encoded.
enum NastyValues {
    static let all: [String] = numbers + texts + times

    private static let numbers = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "18446744073709551615", "-1", "0",
        "1000000000000", "1e308", "-1e308", "1e-320", "nan", "inf", "-inf", "-0", "0x1p1023", "0x7fffffffffffffff",
        // The digit 3 in Arabic and in fullwidth form.
        "%D9%A3", "%EF%BC%93",
    ]

    private static let texts = [
        "", "%20%20", "%0D%0A", "%00", String(repeating: "a", count: 70_000),
        String(repeating: "%F0%9F%91%A9", count: 3_000),
        // A letter with thousands of accents; a right-to-left override; half a surrogate pair; invalid UTF-8.
        "a" + String(repeating: "%CC%81", count: 5_000), "%E2%80%AEevil", "%ED%A0%80", "%FF%FE%C0%AF", "%", "%zz",
        "%E2%80%A8", "'%20OR%20'1'='1", "..%2F..%2F..%2Fetc%2Fpasswd", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%5B%5D",
        "null", "-", ".",
    ]

    private static let times = [
        "946684799999", "4102444800000", "%2B292277026596-12-04T15%3A30%3A08Z", "9999-12-31T23%3A59%3A59.999Z",
        "0000-00-00", "2026-02-30", "253402300800000-1", "1795262400000-0",
    ]

    /// Files that no honest browser sends: empty, noise, images that claim to be huge, endless address books.
    static let files: [[UInt8]] = [
        [], Array(repeating: 0x61, count: 70_000), Array(repeating: 0, count: 1_000),
        [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff],
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 8, 6, 0, 0, 0],
        Array("GIF89a".utf8) + [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        Array((String(repeating: "BEGIN:VCARD\r\n", count: 10) + "EMAIL:\u{0}@\u{202e}").utf8),
    ]
}
