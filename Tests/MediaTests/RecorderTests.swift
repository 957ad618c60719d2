import Foundation
import TestTools
import Testing

@testable import Media

/// Sound that was recorded in a page, as browsers write it, and uploads that may be a photo, a film or a recording.
@Suite struct RecorderTests {
    let folder: Folder
    let workshop: MediaProcessor

    private static let any: [MediaUse] = [.photo, .clip, .song]

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    private func record(_ name: String, _ options: [String]) throws -> String {
        let source = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=12", "-metadata", "title=Secret"]
        try folder.make("ffmpeg", source + options + [name])
        return folder(name)
    }

    private func probe(_ path: String) throws -> Probe {
        let report = try folder.make(
            "ffprobe", "-v", "error", "-print_format", "json", "-show_format", "-show_streams", path)
        return try #require(Probe(json: Array(report.utf8)))
    }

    /// A stream without length: what `MediaRecorder` gives in Chromium and Firefox.
    private func webM(_ name: String = "sound.webm", codec: String = "libopus") throws -> String {
        try record(name, ["-c:a", codec, "-ac", "1", "-live", "1", "-f", "webm"])
    }

    /// In fragments: what `MediaRecorder` gives in Safari.
    private func fragments(_ name: String = "sound.mp4", codec: String = "aac") throws -> String {
        try record(
            name,
            [
                "-c:a", codec, "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "500000",
                "-f", "mp4",
            ])
    }

    private func check(_ prepared: Prepared, _ type: String, codec: String) throws {
        #expect(prepared.use == .song && !prepared.needsTranscoding && prepared.files.count == 1)
        #expect(prepared.files[0].contentType == type)
        #expect(prepared.seconds.map { abs($0 - 12) < 0.2 } == true)
        let result = try probe(prepared.files[0].path)
        #expect(result.video == nil && result.audio?.codec == codec)
        #expect(result.seconds.map { abs($0 - 12) < 0.2 } == true)
        #expect(result.tags["title"] == nil)
    }

    @Test(arguments: [("libopus", "opus"), ("libvorbis", "vorbis")])
    func `a WebM with sound alone becomes a recording with a length and an index, never a clip`(
        _ encoder: String, _ codec: String
    ) throws {
        let file = try webM(codec: encoder)
        #expect(try probe(file).seconds == nil)
        let prepared = try workshop.take(file, asOneOf: RecorderTests.any)
        try check(prepared, "audio/webm", codec: codec)
        #expect(prepared.tags?.title == "Secret")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: prepared.files[0].path))
        #expect(bytes.range(of: Data([0x1c, 0x53, 0xbb, 0x6b])) != nil, "no index to seek by")
        #expect(bytes.range(of: Data("Secret".utf8)) == nil)
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(file, as: .clip) }
    }

    @Test func `a fragmented MP4 with sound alone becomes an M4A, never a clip`() throws {
        let file = try fragments()
        try check(workshop.take(file, asOneOf: RecorderTests.any), "audio/mp4", codec: "aac")
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(file, as: .clip) }
    }

    @Test func `Opus in MP4 is kept, and becomes AAC later`() throws {
        let prepared = try workshop.take(fragments("opus.mp4", codec: "libopus"), asOneOf: RecorderTests.any)
        #expect(prepared.use == .song && prepared.needsTranscoding)
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let name = try store.store(prepared)
        try check(workshop.transcode(name, in: store, as: .song), "audio/mp4", codec: "aac")
    }

    @Test func `a film recorded in a page is a clip with a length`() throws {
        let source = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=2"]
        let sound = ["-f", "lavfi", "-i", "sine=d=2"]
        let codecs = ["-pix_fmt", "yuv420p", "-c:v", "vp8", "-c:a", "libopus", "-live", "1", "-f", "webm", "film.webm"]
        try folder.make("ffmpeg", source + sound + codecs)
        let prepared = try workshop.take(folder("film.webm"), asOneOf: RecorderTests.any)
        #expect(prepared.use == .clip && !prepared.needsTranscoding)
        #expect(prepared.files[0].contentType == "video/webm")
        #expect(prepared.seconds.map { abs($0 - 2) < 0.2 } == true)
        #expect(throws: MediaRefusal.notAccepted([.song])) { try workshop.take(folder("film.webm"), as: .song) }
    }

    @Test(arguments: [("hevc", "libx265", "aac"), ("h264", "libx264", "libopus"), ("vp9", "libvpx-vp9", "aac")])
    func `what phones and pages film is kept at once and transcoded where not every browser plays it`(
        _ codec: String, video: String, audio: String
    ) throws {
        let source = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=160x120:r=10:d=1"]
        let sound = ["-f", "lavfi", "-i", "sine=d=1"]
        let quiet = codec == "hevc" ? ["-x265-params", "log-level=none", "-tag:v", "hvc1"] : []
        try folder.make(
            "ffmpeg", source + sound + ["-pix_fmt", "yuv420p", "-c:v", video, "-c:a", audio] + quiet + ["film.mp4"])
        let prepared = try workshop.take(folder("film.mp4"), asOneOf: RecorderTests.any)
        #expect(prepared.use == .clip && prepared.needsTranscoding)
        #expect(prepared.files[0].contentType.hasPrefix("video/"))
        #expect(try probe(prepared.files[0].path).video?.codec == codec)
    }

    @Test func `each of several kinds is known by its bytes`() throws {
        try folder.make("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=30x20", "-frames:v", "1", "a.png")
        #expect(try workshop.take(folder("a.png"), asOneOf: RecorderTests.any).use == .photo)
        for (name, codec) in [("a.mp3", "libmp3lame"), ("a.ogg", "libopus"), ("a.wav", "pcm_s16le")] {
            #expect(try workshop.take(record(name, ["-c:a", codec]), asOneOf: RecorderTests.any).use == .song)
        }
        let text = try folder.write("a.txt", Data("Three words only".utf8))
        #expect(throws: MediaRefusal.notAccepted(RecorderTests.any)) {
            try workshop.take(text, asOneOf: RecorderTests.any)
        }
        #expect(
            MediaRefusal.notAccepted(RecorderTests.any).sentence
                == "That is no photo, film or recording we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP, TIFF, MP4, "
                + "MOV, WebM, MP3, M4A, Ogg Vorbis, Opus, FLAC and WAV work.")
    }

    @Test func `a recording that was cut off is kept as far as it goes, or refused`() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: webM()))
        let half = try workshop.take(folder.write("half.webm", whole.prefix(whole.count / 2)), as: .song)
        #expect(half.seconds.map { 4...8 ~= $0 } == true)
        let head = try folder.write("head.webm", whole.prefix(40))
        #expect(throws: MediaRefusal.broken(.song)) { try workshop.take(head, as: .song) }
    }

    @Test(.needsSharedData)
    func `hostile files are refused or come out harmless, whatever they may be`() throws {
        for part in ["made", "real"] {
            for file in SharedData.files(below: "hostile/\(part)") {
                do {
                    let path = SharedData.path("hostile/\(part)/\(file)")
                    let prepared = try workshop.take(path, asOneOf: RecorderTests.any)
                    #expect(prepared.files.allSatisfy { $0.bytes > 0 }, "\(file)")
                } catch let refusal as MediaRefusal {
                    #expect(refusal != .busy && !refusal.sentence.contains("here at the moment"), "\(file): \(refusal)")
                }
            }
        }
    }
}
