import Foundation

/// When an entry was modified, in both ways in which archives say it.
struct ZipTime {
    /// Date and time on the clock of a zone in the format of MS-DOS, to two seconds, from 1980 to 2107.
    let date, clock: UInt16
    /// The extended timestamp, an extra field of UTC seconds: the zone of MS-DOS's is not written anywhere. Empty for a time that
    /// its 32 bits do not hold.
    let extra: [UInt8]

    /// From 1970 to the end of 2107.
    private static let range: ClosedRange<Int64> = 0...4_354_819_199_000

    /// - Parameter milliseconds: since 1970.
    init(_ milliseconds: Int64, in zone: TimeZone) {
        let seconds = min(max(milliseconds, ZipTime.range.lowerBound), ZipTime.range.upperBound) / 1_000
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        (date, clock) = ZipTime.dos(UTCTime((seconds + Int64(offset)) * 1_000))
        extra = Int32(exactly: seconds).map { ZipTime.extra($0) } ?? []
    }

    private static func dos(_ time: UTCTime) -> (date: UInt16, clock: UInt16) {
        if time.year < 1980 { return (1 << 5 | 1, 0) }
        if time.year > 2107 { return (127 << 9 | 12 << 5 | 31, 23 << 11 | 59 << 5 | 29) }
        let date = (time.year - 1980) << 9 | time.month << 5 | time.day
        return (UInt16(date), UInt16(time.hour << 11 | time.minute << 5 | time.second / 2))
    }

    /// The same in the local header and in the directory, where it has the time of modification alone.
    private static func extra(_ seconds: Int32) -> [UInt8] {
        var bytes = LittleEndian()
        bytes.add(0x5455 as UInt16)
        bytes.add(5 as UInt16)
        // Of three times that may follow there is the first.
        bytes.add(1 as UInt8)
        bytes.add(seconds)
        return bytes.bytes
    }
}
