import Foundation

/// Copies the frames of an MP3 (ISO/IEC 11172-3, 2.4.1 and 13818-3) without the data before, between and after them:
/// tags of all kinds, lyrics, other files. A remux would take some of that for sound and keep it.
struct MP3Frames {
    /// A file with more bytes than this outside frames is refused.
    private static let maxStray = 8 << 20
    /// A file whose frames are interrupted more often than this is refused.
    private static let maxRuns = 10_000

    private let bytes: FileBytes
    /// Version, layer and sample rate of the first frame. Later frames must match, because random bytes often look like
    /// a frame header.
    private let kind: Int

    /// Nil where no two frames follow each other.
    private init?(_ bytes: FileBytes) {
        let first = MP3Frames.tagEnd(bytes, 0)
        let kind = (first...first + MP3Frames.maxStray).lazy.prefix { $0 < bytes.count }.compactMap { offset -> Int? in
            guard let (length, kind) = MP3Frames.read(bytes, offset) else { return nil }
            return MP3Frames.read(bytes, offset + length)?.kind == kind ? kind : nil
        }.first
        guard let kind else { return nil }
        (self.bytes, self.kind) = (bytes, kind)
    }

    /// Writes the frames of one file into another.
    ///
    /// - Throws: `broken` when there are none, or too much else; `MediaFault` when the disk is full.
    static func copy(_ source: String, to target: String) throws {
        guard let bytes = try FileBytes(path: source) else { throw MediaFault.system("read", source) }
        let runs = try runs(of: bytes)
        guard FileManager.default.createFile(atPath: target, contents: nil),
            let file = FileHandle(forWritingAtPath: target)
        else { throw MediaFault.system("write", target) }
        defer { try? file.close() }
        for range in runs {
            guard let data = bytes.slice(range.lowerBound, range.count) else { continue }
            do { try file.write(contentsOf: data) } catch {
                throw MediaFault.foundation("write", path: target, error: error)
            }
        }
    }

    /// The ranges of consecutive frames in a file.
    ///
    /// - Throws: `broken` when there are none, or too much else.
    static func runs(of bytes: FileBytes) throws(MediaRefusal) -> [Range<Int>] {
        guard let frames = MP3Frames(bytes) else { throw .broken(.song) }
        return try frames.runs()
    }

    private func runs() throws(MediaRefusal) -> [Range<Int>] {
        var (runs, offset, stray): ([Range<Int>], Int, Int) = ([], MP3Frames.tagEnd(bytes, 0), 0)
        while offset < bytes.count {
            let start = offset
            while let length = frame(at: offset), offset + length <= bytes.count { offset += length }
            // A single frame may be a coincidence.
            if offset > start, isRun(start, offset) {
                guard runs.count < MP3Frames.maxRuns else { throw .broken(.song) }
                runs.append(start..<offset)
                continue
            }
            let next = max(start + 1, MP3Frames.tagEnd(bytes, start))
            stray += next - start
            guard stray <= MP3Frames.maxStray else { throw .broken(.song) }
            offset = next
        }
        return runs
    }

    private func isRun(_ start: Int, _ end: Int) -> Bool {
        guard let first = frame(at: start) else { return false }
        return start + first < end || end == bytes.count
    }

    /// The length of a frame in bytes; nil where no frame of this file starts.
    private func frame(at offset: Int) -> Int? {
        MP3Frames.read(bytes, offset).flatMap { $0.kind == kind ? $0.length : nil }
    }

    /// The offset after an ID3v2 tag (id3.org, 3.1), whose size has four times seven bits; the same offset without a
    /// tag.
    private static func tagEnd(_ bytes: FileBytes, _ offset: Int) -> Int {
        guard bytes[offset] == UInt8(ascii: "I"), bytes.isText("ID3", at: offset), let flags = bytes[offset + 5],
            let size = bytes.number(offset + 6, 4),
            size & 0x8080_8080 == 0
        else { return offset }
        let length = size >> 3 & 0xfe0_0000 | size >> 2 & 0x1f_c000 | size >> 1 & 0x3f80 | size & 0x7f
        return offset + 10 + length + (flags & 0x10 == 0 ? 0 : 10)
    }

    /// Reads a header of layer III; nil for an invalid one, and for a free bit rate, which browsers do not play.
    private static func read(_ bytes: FileBytes, _ offset: Int) -> (length: Int, kind: Int)? {
        guard let header = bytes.number(offset, 4) else { return nil }
        let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
        let (rate, frequency) = (header >> 12 & 15, header >> 10 & 3)
        guard header >> 21 == 0x7ff, version != 1, layer == 1, rate != 0, rate != 15, frequency != 3 else { return nil }
        let isFirst = version == 3
        let kilobits = (isFirst ? rates : lowRates)[rate]
        let samples = [44_100, 48_000, 32_000][frequency] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let length = (isFirst ? 144_000 : 72_000) * kilobits / samples + (header >> 9 & 1)
        return (length, header & 0x1e_0c00)
    }

    /// Kilobits a second for version 1, and for versions 2 and 2.5.
    private static let rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
