import Foundation
import TestTools
import Testing

@testable import Export

/// Numbers of the ZIP format at their limits.
struct ZipEdgeTests {
    @Test func `times end with 2107, to two seconds`() {
        let last: Int64 = 4_354_819_199_000
        // 31 December 2107, 23:59:58, and 1 January 1980, in the bits of MS-DOS.
        for time in [last, last + 1_000, last + 100_000_000_000] {
            let (date, clock) = ZipEntry.dosTime(time)
            #expect(date == 0xFF9F && clock == 0xBF7D)
        }
        for time in [315_532_800_000, 315_532_799_000, 0] as [Int64] {
            let (date, clock) = ZipEntry.dosTime(time)
            #expect(date == 0x21 && clock == 0)
        }
    }

    @Test func `ZIP64 starts at the first count that the plain directory cannot hold`() throws {
        for (count, isLarge) in [(2, false), (3, true)] {
            let folder = Folder()
            let zip = try ZipWriter(path: folder.path + "/a.zip", limits: ZipLimits(largest: 1 << 32, maxEntries: 3))
            for number in 0..<count { try zip.add("\(number)", [], compression: .stored, modified: 0) }
            try zip.finish()
            let bytes = try Data(contentsOf: URL(filePath: folder.path + "/a.zip"))
            #expect((bytes.range(of: Data([0x50, 0x4B, 0x06, 0x06])) != nil) == isLarge, "\(count)")
        }
    }
}
