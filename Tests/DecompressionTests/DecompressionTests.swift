import Testing

@testable import Decompression

struct DecompressionTests {
    /// "hello hello hello hello", packed by zlib and by the programs `gzip`, `brotli` and `zstd`.
    private static let packed: [(Compression, [UInt8])] = [
        (.gzip, [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xB1]),
        (
            .gzip,
            [
                0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8,
                0x40, 0x27, 0x01, 0xE3, 0x51, 0x3D, 0x8D, 0x17, 0x00, 0x00, 0x00,
            ]
        ),
        (
            .brotli,
            [
                0x1B, 0x16, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x55, 0x86, 0x96, 0x6C, 0x20, 0x6F, 0x21, 0x4F,
                0x1C, 0xE0, 0x38,
            ]
        ),
        (
            .zstd,
            [
                0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x65, 0x00, 0x00, 0x30, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x20, 0x01,
                0x00, 0x99, 0x4B, 0x11,
            ]
        ),
    ]

    @Test func `what other programs packed is unpacked up to the limit`() {
        for (compression, bytes) in DecompressionTests.packed {
            let text = Decompression.unpack(bytes, compression, limit: 23).map { String(decoding: $0, as: UTF8.self) }
            #expect(text == "hello hello hello hello", "\(compression)")
            #expect(Decompression.unpack(bytes, compression, limit: 22) == nil, "\(compression)")
        }
        #expect(Decompression.unpack([1, 2, 3], .none, limit: 3) == [1, 2, 3])
        #expect(Decompression.unpack([1, 2, 3], .none, limit: 2) == nil)
    }

    @Test func `what is cut off or something else is refused`() {
        for (compression, bytes) in DecompressionTests.packed {
            for length in 0..<bytes.count {
                let unpacked = Decompression.unpack(Array(bytes[..<length]), compression, limit: 1_000)
                #expect(unpacked == nil, "\(compression) \(length)")
            }
            #expect(Decompression.unpack(Array("nothing packed".utf8), compression, limit: 1_000) == nil)
        }
    }

    /// One of brotli that claims a hundred megabytes and holds them as a short repetition would be the same.
    @Test func `a megabyte in a few bytes ends at the limit`() throws {
        // A frame of zstd with one block: 128 KiB of one byte; a hundred of them.
        let header: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70]
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x61]
        let last: [UInt8] = [0x03, 0x00, 0x10, 0x61]
        let bomb = header + Array(repeating: block, count: 99).joined() + last
        #expect(Decompression.unpack(bomb, .zstd, limit: 1 << 20) == nil)
        #expect(Decompression.unpack(bomb, .zstd, limit: 100 << 17)?.count == 100 << 17)
    }

    @Test func `gzip is known by its first bytes`() {
        #expect(Decompression.isGzip([0x1F, 0x8B, 0x08]))
        #expect(!Decompression.isGzip([0x1F]) && !Decompression.isGzip([0x1A, 0x03]))
    }
}
