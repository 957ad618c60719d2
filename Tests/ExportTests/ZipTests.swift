import Foundation
import TestTools
import Testing

@testable import Export

struct ZipTests {
    private static let time: Int64 = 1_795_248_386_000

    /// Checks with `unzip -t` and Python's zipfile, if installed; both exit with 0 for a good archive.
    private func check(_ path: String) throws {
        for (program, arguments) in [
            ("/usr/bin/unzip", ["-tqq", path]), (Tool.python, ["-m", "zipfile", "-t", path]),
        ] where FileManager.default.isExecutableFile(atPath: program) {
            let (status, output) = try Tool.run(program, arguments)
            #expect(status == 0 && !output.contains("corrupt"), "\(program): \(output)")
        }
    }

    /// Name, method, size, time, and the count and sum of the bytes of each entry, as Python's zipfile reads them.
    private func list(_ path: String) throws -> [String] {
        let script = """
            import sys, zipfile
            for i in zipfile.ZipFile(sys.argv[1]).infolist():
                d = zipfile.ZipFile(sys.argv[1]).read(i)
                print(i.filename, i.compress_type, i.file_size, '%d-%02d-%02dT%02d:%02d:%02d' % i.date_time, len(d),
                    sum(d) % 65536)
            """
        let (status, output) = try Tool.run(Tool.python, ["-c", script, path])
        try #require(status == 0)
        return output.split(separator: "\n").map(String.init)
    }

    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    @Test(.enabled(if: Tool.hasPython))
    func `other programs read the archive`() throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        let big = noise(300_000)
        let text = Array(String(repeating: "Kallio, Töölö, ", count: 20_000).utf8)
        try Data(big).write(to: URL(filePath: folder.path + "/photo"))
        let zip = try ZipWriter(path: path, timeZone: .gmt)
        try zip.add("readme.txt", Array("hei".utf8), modified: ZipTests.time)
        try zip.add("muistot/näkymä 🏔.txt", text, modified: ZipTests.time + 1_999)
        try zip.add("photo.jpg", file: folder.path + "/photo", compression: .stored, modified: ZipTests.time)
        try zip.add("photo-deflated", file: folder.path + "/photo", compression: .deflated, modified: ZipTests.time)
        try zip.add("pieces.json", modified: ZipTests.time) { write in
            for start in stride(from: 0, to: text.count, by: 1_000) { try write(text[start..<(start + 1_000)]) }
        }
        try zip.add("noise", big, modified: ZipTests.time)
        try zip.add("empty", [], compression: .stored, modified: 0)
        try zip.add("empty-deflated", [], modified: 1 << 42)
        try zip.finish()
        try check(path)
        func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + Int($1) } % 65_536 }
        #expect(
            try list(path) == [
                "readme.txt 8 3 2026-11-21T08:06:26 3 \(sum(Array("hei".utf8)))",
                "muistot/näkymä 🏔.txt 8 360000 2026-11-21T08:06:26 360000 \(sum(text))",
                "photo.jpg 0 300000 2026-11-21T08:06:26 300000 \(sum(big))",
                "photo-deflated 8 300000 2026-11-21T08:06:26 300000 \(sum(big))",
                "pieces.json 8 360000 2026-11-21T08:06:26 360000 \(sum(text))",
                "noise 8 300000 2026-11-21T08:06:26 300000 \(sum(big))",
                "empty 0 0 1980-01-01T00:00:00 0 0", "empty-deflated 8 0 2107-12-31T23:59:58 0 0",
            ])
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < 920_000)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    /// Before and after clocks are set back, in summer and in winter, and half an hour from whole hours.
    @Test(
        .enabled(if: Tool.hasPython),
        arguments: [
            ("Europe/Helsinki", ZipTests.time, "2026-11-21T10:06:26"),
            ("America/New_York", ZipTests.time, "2026-11-21T03:06:26"),
            ("Asia/Kolkata", ZipTests.time, "2026-11-21T13:36:26"),
            ("Europe/Helsinki", 1_782_000_000_000, "2026-06-21T03:00:00"),
            ("Europe/Helsinki", 1_792_888_200_000, "2026-10-25T03:30:00"),
            ("Europe/Helsinki", 1_792_891_800_000, "2026-10-25T03:30:00"),
        ] as [(String, Int64, String)])
    func `times are those of a zone's clock, with UTC beside them in both headers`(
        _ name: String, _ time: Int64, _ shown: String
    ) throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        let zip = try ZipWriter(path: path, timeZone: try #require(TimeZone(identifier: name)))
        try zip.add("a", [1, 2, 3], modified: time)
        try zip.add("b", modified: time) { try $0([1, 2, 3]) }
        try zip.finish()
        try check(path)
        #expect(try list(path).map { $0.split(separator: " ")[3] } == [shown[...], shown[...]])
        let script = """
            import struct, sys, zipfile
            file = open(sys.argv[1], 'rb')
            for i in zipfile.ZipFile(sys.argv[1]).infolist():
                file.seek(i.header_offset + 26)
                file.seek(struct.unpack('<H', file.read(2))[0] + 2, 1)
                for extra in (file.read(9), i.extra[:9]): print(*struct.unpack('<HHBi', extra))
            """
        let (status, output) = try Tool.run(Tool.python, ["-c", script, path])
        let written = "21589 5 1 \(time / 1_000)\n"
        #expect(status == 0 && output == String(repeating: written, count: 4))
    }

    @Test(.enabled(if: Tool.hasPython), arguments: [0, 100, 5_000] as [UInt64])
    func `values too large for 32 bits use ZIP64`(_ largest: UInt64) throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        let zip = try ZipWriter(path: path, timeZone: .gmt, limits: ZipLimits(largest: largest, maxEntries: 0xFFFF))
        try zip.add("small", noise(50), compression: .stored, modified: ZipTests.time)
        try zip.add("large", noise(100_000), compression: .stored, modified: ZipTests.time)
        try zip.add("deflated", [UInt8](repeating: 65, count: 100_000), modified: ZipTests.time)
        try zip.finish()
        try check(path)
        #expect(try list(path).map { $0.split(separator: " ")[2] } == ["50", "100000", "100000"])
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.range(of: Data([0x50, 0x4B, 0x06, 0x06])) != nil)
    }

    @Test(.enabled(if: Tool.hasPython))
    func `more entries than 16 bits can count are allowed`() throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        let zip = try ZipWriter(path: path, timeZone: .gmt)
        for number in 0..<66_000 { try zip.add("\(number)", [], compression: .stored, modified: 0) }
        try zip.finish()
        let script = "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))"
        #expect(try Tool.run(Tool.python, ["-c", script, path]).output == "66000\n")
    }

    @Test func `small archives do not use ZIP64`() throws {
        let folder = Folder()
        let zip = try ZipWriter(path: folder.path + "/a.zip", timeZone: .gmt)
        try zip.add("a", [1, 2, 3], compression: .stored, modified: ZipTests.time)
        try zip.finish()
        let bytes = Array(try Data(contentsOf: URL(filePath: folder.path + "/a.zip")))
        #expect(bytes.count == 30 + 1 + 9 + 3 + 46 + 1 + 9 + 22)
        // Requires version 2.0, has no extra field but its time.
        #expect(bytes[4] == 20 && bytes[28] == 9 && Array(bytes[30...32]) == [0x61, 0x55, 0x54])
        #expect(Array(bytes[40...42]) == [1, 2, 3])
        #expect(Array(bytes.suffix(22).prefix(4)) == [0x50, 0x4B, 0x05, 0x06])
    }

    @Test(arguments: ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", "a\\b", "a\nb", "a\0"])
    func `an unsafe name is refused`(_ name: String) throws {
        let folder = Folder()
        let zip = try ZipWriter(path: folder.path + "/a.zip", timeZone: .gmt)
        #expect(throws: ZipError.self) { try zip.add(name, [], modified: 0) }
        try zip.add("a", [], modified: 0)
        #expect(throws: ZipError.self) { try zip.add("a", [], modified: 0) }
    }

    @Test func `an unfinished archive leaves no file, and an existing one is kept`() throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        do {
            let zip = try ZipWriter(path: path, timeZone: .gmt)
            #expect(throws: ZipError.self) {
                try zip.add("gone", file: folder.path + "/gone", compression: .stored, modified: 0)
            }
            #expect(throws: ZipError.self) { try zip.add("x", modified: 0) { _ in throw CocoaError(.fileNoSuchFile) } }
            #expect(FileManager.default.fileExists(atPath: path))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: ZipError.self) { try ZipWriter(path: path, timeZone: .gmt) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
        #expect(throws: ZipError.self) { try ZipWriter(path: folder.path + "/none/a.zip", timeZone: .gmt) }
    }

    @Test func `a finished archive accepts no more entries`() throws {
        let folder = Folder()
        let path = folder.path + "/a.zip"
        do {
            let zip = try ZipWriter(path: path, timeZone: .gmt)
            try zip.finish()
            #expect(throws: ZipError.self) { try zip.add("late", [], modified: 0) }
            #expect(throws: ZipError.self) { try zip.finish() }
        }
        #expect(try Data(contentsOf: URL(filePath: path)).count == 22)
    }
}
