import Foundation
import Testing

@testable import Media

@Suite struct RecordingTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    /// A clip of a second and a half with sound, a place, a time and a title.
    private func film(_ name: String, _ options: String...) throws -> String {
        try folder.make(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=1.5", "-f", "lavfi", "-i",
                "sine=d=1.5", "-pix_fmt", "yuv420p", "-metadata", "title=Secret", "-metadata",
                "location=+60.1699+024.9384/", "-metadata", "creation_time=2024-06-30T12:15:00Z",
            ] + options + [name])
        return folder(name)
    }

    private func tone(_ name: String, _ options: String...) throws -> String {
        try folder.make(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=1.5", "-metadata", "title=Tone", "-metadata",
                "artist=Oscillator", "-metadata", "album=Waves", "-metadata", "comment=Secret",
            ] + options + [name])
        return folder(name)
    }

    private func contains(_ text: String, _ file: MediaFile) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: file.path)).range(of: Data(text.utf8)) != nil
    }

    private func probe(_ path: String) throws -> Probe {
        let report = try folder.make(
            "ffprobe", "-v", "error", "-print_format", "json", "-show_format", "-show_streams", path)
        return try #require(Probe(json: Array(report.utf8)))
    }

    @Test(arguments: ["film.mp4", "film.mov", "film.webm"])
    func `a clip that browsers play is copied without its texts, place and time`(_ name: String) throws {
        let isWebM = name.hasSuffix("webm")
        let codecs = isWebM ? ["-c:v", "vp8", "-c:a", "libopus"] : ["-c:v", "libx264", "-c:a", "aac"]
        let prepared = try workshop.take(film(name, codecs[0], codecs[1], codecs[2], codecs[3]), as: .clip)
        #expect(!prepared.needsTranscoding)
        let clip = try #require(prepared.file(.original))
        #expect(clip.contentType == (isWebM ? "video/webm" : "video/mp4"))
        #expect(clip.width == 320 && clip.height == 240)
        #expect(prepared.seconds.map { abs($0 - 1.5) < 0.2 } == true)
        let result = try probe(clip.path)
        #expect(result.video?.codec == (isWebM ? "vp8" : "h264") && result.audio?.codec == (isWebM ? "opus" : "aac"))
        #expect(try !contains("Secret", clip) && !contains("60.1699", clip))
        #expect(result.tags["creation_time"] == nil)
        #expect(prepared.files.map(\.size) == [.original, .large, .medium, .small])
        #expect(prepared.file(.small)?.width == 160)
        if !isWebM { #expect(prepared.hints.latitude == 60.1699 && prepared.hints.time == 1_719_749_700_000) }
    }

    @Test func `an MP4 starts with the index that players need first`() throws {
        let prepared = try workshop.take(film("film.mp4", "-c:v", "libx264"), as: .clip)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: prepared.files[0].path))
        let (index, data) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
        #expect(try #require(index).lowerBound < #require(data).lowerBound)
    }

    @Test func `a rotated clip is shown upright`() throws {
        _ = try film("flat.mp4", "-c:v", "libx264")
        try folder.make(
            "ffmpeg", "-v", "error", "-i", "flat.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90", "turned.mp4")
        let prepared = try workshop.take(folder("turned.mp4"), as: .clip)
        #expect(prepared.files[0].width == 240 && prepared.files[0].height == 320)
        #expect(prepared.file(.medium)?.width == 240)
    }

    @Test func `supplemental data in a stream is removed, and all frames stay`() throws {
        let file = try film("film.mp4", "-c:v", "libx264")
        // The encoder writes its name and settings in one.
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data("x264 - core".utf8)) != nil)
        let prepared = try workshop.take(file, as: .clip)
        #expect(try !contains("x264", prepared.files[0]))
        let counted = try folder.make(
            "ffprobe", "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
            "stream=nb_read_frames", "-of", "csv=p=0", prepared.files[0].path)
        #expect(counted == "15\n")
    }

    @Test func `a clip with one frame has a poster too`() throws {
        let prepared = try workshop.take(film("still.mp4", "-c:v", "libx264", "-frames:v", "1", "-an"), as: .clip)
        #expect(prepared.file(.large)?.width == 320)
    }

    @Test func `a clip that not every browser plays is stored first and transcoded later`() throws {
        let prepared = try workshop.take(film("film.mov", "-c:v", "mpeg4", "-c:a", "pcm_s16le"), as: .clip)
        #expect(prepared.needsTranscoding)
        #expect(prepared.files[0].contentType == "video/quicktime")
        #expect(try !contains("Secret", prepared.files[0]))
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let name = try store.store(prepared)
        let playable = try workshop.transcode(name, in: store, as: .clip)
        #expect(!playable.needsTranscoding)
        let result = try probe(try #require(playable.file(.original)).path)
        #expect(result.video?.codec == "h264" && result.audio?.codec == "aac")
        #expect(result.video?.pixelFormat == "yuv420p")
        #expect(playable.files.count == 4)
    }

    @Test func `a clip that is too long, truncated or without video is refused`() throws {
        let long = try film("long.mp4", "-c:v", "libx264", "-t", "1.5")
        var limits = MediaLimits()
        limits.clipSeconds = 0
        let strict = try MediaProcessor(
            folder: folder("strict"), isolation: isolation, limits: limits, randomBytes: randomBytes)
        #expect(throws: MediaRefusal.tooLarge(.duration(0))) { try strict.take(long, as: .clip) }
        let whole = try Data(contentsOf: URL(fileURLWithPath: long))
        let cut = try folder.write("cut.mp4", whole.prefix(whole.count / 2))
        #expect(throws: MediaRefusal.broken(.clip)) { try workshop.take(cut, as: .clip) }
        let ordered = try workshop.take(long, as: .clip)
        let half = try Data(contentsOf: URL(fileURLWithPath: ordered.files[0].path))
        let cutLater = try folder.write("later.mp4", half.prefix(half.count / 2))
        #expect(throws: MediaRefusal.broken(.clip)) { try workshop.take(cutLater, as: .clip) }
        let sound = try tone("sound.m4a")
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(sound, as: .clip) }
        let matroska = try film("film.mkv", "-c:v", "libx264")
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(matroska, as: .clip) }
    }

    @Test func `what transcoding a clip would take is judged before it is begun`() throws {
        // 15 frames of 320 × 240.
        var limits = MediaLimits()
        limits.clipPixels = 14 * 320 * 240
        let strict = try MediaProcessor(
            folder: folder("strict"), isolation: isolation, limits: limits, randomBytes: randomBytes)
        let film = try film("film.mov", "-c:v", "mpeg4", "-an")
        #expect(throws: MediaRefusal.tooLarge(.clip(60))) { try strict.take(film, as: .clip) }
        #expect(try workshop.take(film, as: .clip).needsTranscoding)
        // What is only copied may be more.
        #expect(try !strict.take(self.film("film.mp4", "-c:v", "libx264", "-an"), as: .clip).needsTranscoding)
    }

    @Test(arguments: [
        ("tone.mp3", "libmp3lame", "audio/mpeg"), ("tone.m4a", "aac", "audio/mp4"),
        ("tone.ogg", "libvorbis", "audio/ogg"),
        ("tone.opus", "libopus", "audio/ogg"), ("tone.flac", "flac", "audio/flac"),
        ("tone.wav", "pcm_s16le", "audio/wav"),
    ])
    func `a song is copied, and its tags are returned but removed from the file`(
        _ name: String, _ codec: String, _ type: String
    ) throws {
        let prepared = try workshop.take(tone(name, "-c:a", codec), as: .song)
        #expect(!prepared.needsTranscoding && prepared.files.count == 1)
        #expect(prepared.files[0].contentType == type)
        #expect(prepared.seconds.map { abs($0 - 1.5) < 0.2 } == true)
        #expect(prepared.tags?.title == "Tone" && prepared.tags?.artist == "Oscillator")
        #expect(prepared.tags?.album == "Waves")
        for word in ["Tone", "Oscillator", "Secret"] { #expect(try !contains(word, prepared.files[0])) }
    }

    @Test func `data before, between and after the frames of a song is removed, and all frames stay`() throws {
        let plain = try Data(
            contentsOf: URL(fileURLWithPath: tone("tone.mp3", "-write_xing", "0", "-id3v2_version", "0")))
        let hidden = Data("ID3\u{3}\0\0\0\0\0\u{1a}PRIV\0\0\0\u{10}\0\0Secret\0Secret between".utf8)
        // At a constant rate every frame is as long as the first, or a byte longer.
        let middle = try #require((plain.count / 2..<plain.count).first { plain[$0] == 0xff && plain[$0 + 1] == 0xfb })
        let lyrics = Data("LYRICSBEGINSecret words000022LYRICS200".utf8)
        let old = Data("TAGSecret".utf8) + Data(count: 119)
        let file = try folder.write("hidden.mp3", hidden + plain[..<middle] + hidden + plain[middle...] + lyrics + old)
        let prepared = try workshop.take(file, as: .song)
        #expect(try !contains("Secret", prepared.files[0]) && !contains("LYRICS", prepared.files[0]))
        let own = try workshop.take(folder.write("plain.mp3", plain), as: .song)
        #expect(prepared.files[0].bytes == own.files[0].bytes && prepared.seconds == own.seconds)
        let flac = try Data(contentsOf: URL(fileURLWithPath: tone("tone.flac")))
        let tailed = try workshop.take(folder.write("tailed.flac", flac + lyrics + old), as: .song)
        #expect(try !contains("Secret", tailed.files[0]))
        #expect(tailed.seconds == 1.5)
    }

    @Test func `a song with an unusable cover is accepted`() throws {
        _ = try tone("plain.mp3")
        try folder.make("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=30x20", "-frames:v", "1", "cover.tiff")
        try folder.make(
            "ffmpeg", "-v", "error", "-i", "plain.mp3", "-i", "cover.tiff", "-map", "0", "-map", "1", "-c", "copy",
            "-disposition:v:0", "attached_pic", "song.mp3")
        #expect(try workshop.take(folder("song.mp3"), as: .song).tags?.title == "Tone")
    }

    @Test func `a codec that no camera writes is never decoded`() throws {
        let file = try film("film.mov", "-c:v", "qtrle", "-pix_fmt", "rgb24", "-an")
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(file, as: .clip) }
    }

    @Test func `a cover becomes the song's image, also after transcoding`() throws {
        try folder.make(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=300x200", "-frames:v", "1", "cover.png")
        _ = try tone("plain.m4a", "-c:a", "alac")
        try folder.make(
            "ffmpeg", "-v", "error", "-i", "plain.m4a", "-i", "cover.png", "-map", "0", "-map", "1", "-c", "copy",
            "-disposition:v:0", "attached_pic", "song.m4a")
        let prepared = try workshop.take(folder("song.m4a"), as: .song)
        #expect(prepared.needsTranscoding)
        #expect(prepared.files.map(\.size) == [.original, .large, .medium, .small])
        #expect(prepared.file(.small)?.width == 160)
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let name = try store.store(prepared)
        let playable = try workshop.transcode(name, in: store, as: .song)
        #expect(try probe(playable.files[0].path).audio?.codec == "aac")
        #expect(playable.files.map(\.size) == [.original, .large, .medium, .small])
        #expect(playable.files.dropFirst().map(\.contentType) == prepared.files.dropFirst().map(\.contentType))
        #expect(store.byteCount(name) == prepared.byteCount)
    }

    @Test func `a song that is too long is refused`() throws {
        var limits = MediaLimits()
        limits.songSeconds = 0
        let strict = try MediaProcessor(
            folder: folder("strict"), isolation: isolation, limits: limits, randomBytes: randomBytes)
        let file = try tone("tone.ogg")
        #expect(throws: MediaRefusal.tooLarge(.duration(0))) { try strict.take(file, as: .song) }
    }
}
