import Foundation
import TestTools
import Testing

@testable import Media

/// How long a recording may be: judged by its header before any work, and by what was made of it.
@Suite struct LengthTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// Of a sound: five seconds, and a half as for every recording.
    private var limits: MediaLimits {
        var limits = MediaLimits()
        limits.songSeconds = 5
        limits.clipSeconds = 5
        return limits
    }

    private func make(_ name: String, input: String, options: String...) throws -> String {
        try folder.make("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", input] + options + [name])
        return folder(name)
    }

    /// A file of twelve seconds whose header says one.
    private func liar(_ name: String, input: String, options: String...) throws -> String {
        try folder.make("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", input] + options + ["whole.webm"])
        let whole = try Data(contentsOf: URL(filePath: folder("whole.webm")))
        return try folder.write(name, try #require(WebMHeader.saying(seconds: 1, whole)))
    }

    private func sound() throws -> String { try liar("liar.webm", input: "sine=d=12", options: "-c:a", "libopus") }

    private func film() throws -> String {
        try liar("liar.webm", input: "testsrc=s=64x48:r=5:d=12", options: "-pix_fmt", "yuv420p", "-c:v", "vp8")
    }

    private func probe(_ name: String, for use: MediaUse) throws -> Probe {
        try Tools(child: ChildProcess(isolation: isolation)).probe(name, in: folder.path, for: use)
    }

    @Test func `a recording that is too long by its header is refused before any work`() throws {
        // ffprobe is the system's; whatever ffmpeg is asked, it notes it and fails.
        let fake = "#!/bin/sh\necho run >>'\(folder("runs"))'\nexit 1\n"
        chmod(try folder.write("ffmpeg", Data(fake.utf8)), 0o755)
        let workshop = try MediaProcessor(
            folder: folder("work"), isolation: .none, searchPath: [folder.path] + ChildProcess.systemFolders,
            randomBytes: randomBytes)
        for (name, codec) in [("a.wav", "pcm_s16le"), ("a.flac", "flac"), ("a.m4a", "alac"), ("a.ogg", "libopus")] {
            let file = try make(name, input: "sine=d=6", options: "-c:a", codec)
            #expect(throws: MediaRefusal.tooLarge(.duration(5)), "\(name)") {
                try workshop.take(file, asOneOf: [.song], limits: limits)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder("runs")))
        // One that fits is worked on.
        let file = try make("short.wav", input: "sine=d=5")
        #expect(throws: MediaRefusal.broken(.song)) { try workshop.take(file, asOneOf: [.song], limits: limits) }
        #expect(FileManager.default.fileExists(atPath: folder("runs")))
    }

    @Test func `the limits of an upload hold for it alone`() throws {
        let workshop = try makeWorkshop(folder)
        let file = try make("six.ogg", input: "sine=d=6", options: "-c:a", "libopus")
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try workshop.take(file, asOneOf: [.song], limits: limits)
        }
        #expect(try workshop.take(file, asOneOf: [.song]).seconds.map { abs($0 - 6) < 0.2 } == true)
        var generous = limits
        generous.extraSeconds = 2
        #expect(try workshop.take(file, asOneOf: [.song], limits: generous).use == .song)
        var small = MediaLimits()
        small.songBytes = 1_000
        #expect(throws: MediaRefusal.tooLarge(.bytes(1_000))) {
            try workshop.take(file, asOneOf: [.song], limits: small)
        }
    }

    @Test func `a sound whose header lies is read no further than allowed, and refused`() throws {
        let file = try sound()
        let said = try probe("liar.webm", for: .song)
        #expect(said.seconds == 1)
        let workshop = try makeWorkshop(folder)
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try workshop.take(file, asOneOf: [.song], limits: limits)
        }
        let tools = Tools(child: ChildProcess(isolation: isolation))
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try Remuxer(tools: tools, limits: limits).remux(
                "liar.webm", container: .webm, source: said, streams: [(0, "opus")], to: "copied.webm", muxer: "webm",
                in: folder.path,
                for: .song)
        }
        // A packet of sound more or less.
        #expect(try probe("copied.webm", for: .song).seconds.map { abs($0 - 6.5) < 0.2 } == true)
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try SongProcessor(tools: tools, sniffer: Sniffer(tools: tools), limits: limits).transcode(
                "liar.webm", container: .webm, probe: said, in: folder.path)
        }
        #expect(try probe("original.m4a", for: .song).seconds.map { abs($0 - 6.5) < 0.2 } == true)
    }

    @Test func `a film whose header lies is read no further than allowed, and refused`() throws {
        let file = try film()
        let said = try probe("liar.webm", for: .clip)
        #expect(said.seconds == 1)
        let workshop = try makeWorkshop(folder)
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try workshop.take(file, asOneOf: [.clip], limits: limits)
        }
        let tools = Tools(child: ChildProcess(isolation: isolation))
        #expect(throws: MediaRefusal.tooLarge(.duration(5))) {
            try ClipProcessor(tools: tools, limits: limits).transcode(
                "liar.webm", container: .webm, probe: said, in: folder.path)
        }
        #expect(try probe("original.mp4", for: .clip).seconds.map { abs($0 - 6.5) < 0.5 } == true)
    }
}
