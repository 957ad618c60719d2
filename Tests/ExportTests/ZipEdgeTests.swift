import Foundation
import TestTools
import Testing

@testable import Export

/// Numbers of the ZIP format at their limits.
struct ZipEdgeTests {
    @Test func `times end with 2107, to two seconds`() throws {
        let last: Int64 = 4_354_819_199_000
        let zones = try [0, 14 * 3_600].map { try #require(TimeZone(secondsFromGMT: $0)) }
        // 31 December 2107, 23:59:58, and 1 January 1980, in the bits of MS-DOS.
        for zone in zones {
            for time in [last, last + 1_000, last + 100_000_000_000, .max] {
                let zip = ZipTime(time, in: zone)
                #expect(zip.date == 0xFF9F && zip.clock == 0xBF7D && zip.extra.isEmpty)
            }
        }
        for time in [315_532_800_000, 315_532_799_000, 0, .min] as [Int64] {
            let zip = ZipTime(time, in: .gmt)
            #expect(zip.date == 0x21 && zip.clock == 0)
        }
    }

    @Test func `seconds of UTC are written as far as other programs read them`() {
        #expect(ZipTime(0, in: .gmt).extra == [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0])
        #expect(ZipTime(2_147_483_647_999, in: .gmt).extra == [0x55, 0x54, 5, 0, 1, 0xFF, 0xFF, 0xFF, 0x7F])
        #expect(ZipTime(2_147_483_648_000, in: .gmt).extra.isEmpty)
    }

    @Test func `ZIP64 starts at the first count that the plain directory cannot hold`() throws {
        for (count, isLarge) in [(2, false), (3, true)] {
            let folder = Folder()
            let zip = try ZipWriter(
                path: folder.path + "/a.zip", timeZone: .gmt, limits: ZipLimits(largest: 1 << 32, maxEntries: 3))
            for number in 0..<count { try zip.add("\(number)", [], compression: .stored, modified: 0) }
            try zip.finish()
            let bytes = try Data(contentsOf: URL(filePath: folder.path + "/a.zip"))
            #expect((bytes.range(of: Data([0x50, 0x4B, 0x06, 0x06])) != nil) == isLarge, "\(count)")
        }
    }
}
