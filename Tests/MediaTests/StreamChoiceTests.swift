import Foundation
import Testing

@testable import Media

/// Which of a file's streams are taken: those that can be decoded.
@Suite struct StreamChoiceTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    /// Something of a second and a half from pictures (0) and two tones (1, 2).
    private func make(_ name: String, _ options: String...) throws -> Data {
        try folder.make(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=160x120:r=10:d=1.5", "-f", "lavfi", "-i",
                "sine=d=1.5", "-f", "lavfi", "-i", "sine=f=880:d=1.5", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a",
                "aac",
            ] + options + [name])
        return try Data(contentsOf: URL(fileURLWithPath: folder(name)))
    }

    private func renamed(_ names: [(String, String)], of movie: Data) throws -> String {
        try folder.write("renamed", Fixture.renaming(names, of: movie))
    }

    private func probe(_ path: String) throws -> Probe {
        let report = try folder.make(
            "ffprobe", "-v", "error", "-print_format", "json", "-show_format", "-show_streams", path)
        return try #require(Probe(json: Array(report.utf8)))
    }

    @Test func `a film keeps the first sound that can be decoded`() throws {
        let film = try make("film.mp4", "-map", "0", "-map", "1", "-map", "2")
        let file = try renamed(Fixture.unknownSound, of: film)
        #expect(try probe(file).streams.map { Codecs.canDecode($0.codec) } == [true, false, true])
        let prepared = try workshop.take(file, as: .clip)
        #expect(!prepared.needsTranscoding && prepared.files[0].contentType == "video/mp4")
        #expect(try probe(prepared.files[0].path).streams.map(\.codec) == ["h264", "aac"])
    }

    @Test func `a film keeps the first pictures that can be decoded`() throws {
        let film = try make("film.mp4", "-map", "0", "-map", "0", "-map", "1")
        let prepared = try workshop.take(renamed(Fixture.unknownPictures, of: film), as: .clip)
        #expect(!prepared.needsTranscoding && prepared.file(.large)?.width == 160)
        #expect(try probe(prepared.files[0].path).streams.map(\.codec) == ["h264", "aac"])
    }

    @Test func `a film that is converted keeps the first sound that can be decoded`() throws {
        let film = try make("film.mp4", "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4")
        let prepared = try workshop.take(renamed(Fixture.unknownSound, of: film), as: .clip)
        #expect(prepared.needsTranscoding)
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let playable = try workshop.transcode(store.store(prepared), in: store, as: .clip)
        #expect(try probe(playable.files[0].path).streams.map(\.codec) == ["h264", "aac"])
    }

    @Test func `a song keeps the first sound that can be decoded, which is also measured`() throws {
        let song = try make("song.m4a", "-map", "1", "-map", "2", "-vn")
        let file = try renamed(Fixture.unknownSound, of: song)
        let prepared = try workshop.take(file, as: .song)
        #expect(!prepared.needsTranscoding && prepared.seconds.map { abs($0 - 1.5) < 0.2 } == true)
        #expect(try probe(prepared.files[0].path).streams.map(\.codec) == ["aac"])
        let loudness = try workshop.songs.loudness("renamed", .m4a, probe(file), in: folder.path)
        #expect(loudness.map { -40...0 ~= $0 } == true)
    }

    @Test func `what has sound or pictures that nothing decodes is refused as such`() throws {
        let film = try make("film.mp4", "-map", "0", "-map", "1", "-map", "2")
        let any: [MediaUse] = [.photo, .clip, .song]
        for names in [Fixture.unknownSound + Fixture.unknownSound, Fixture.unknownPictures] {
            let file = try renamed(names, of: film)
            #expect(throws: MediaRefusal.undecodable(.clip)) { try workshop.take(file, asOneOf: any) }
        }
        let song = try renamed(Fixture.unknownSound, of: make("song.m4a", "-map", "1", "-vn"))
        #expect(throws: MediaRefusal.undecodable(.song)) { try workshop.take(song, asOneOf: any) }
        #expect(throws: MediaRefusal.notAccepted([.clip])) { try workshop.take(song, as: .clip) }
        #expect(
            MediaRefusal.undecodable(.song).sentence
                == "The sound of that recording cannot be read here. MP3 and AAC work.")
    }

    @Test func `of several streams that can be decoded the default one is taken, and never a cover`() throws {
        func stream(_ kind: String, _ codec: String?, _ marks: String...) -> String {
            let name = codec.map { #""codec_name": "\#($0)", "# } ?? ""
            let dispositions = marks.map { "\"\($0)\": 1" }.joined(separator: ", ")
            return #""codec_type": "\#(kind)", \#(name)"disposition": {\#(dispositions)}"#
        }
        func probe(_ streams: String...) throws -> Probe {
            let list = streams.enumerated().map { "{\"index\": \($0), \($1)}" }.joined(separator: ", ")
            return try #require(
                Probe(json: Array(#"{"format": {"format_name": "mov"}, "streams": [\#(list)]}"#.utf8)))
        }
        let film = try probe(
            stream("video", "mjpeg", "default", "attached_pic"), stream("video", "h264"),
            stream("video", "hevc", "default"), stream("audio", "aac"), stream("audio", "opus", "default"))
        #expect(film.video?.index == 2 && film.audio?.index == 4 && film.cover?.index == 0 && film.isDecodable)
        let other = try probe(
            stream("video", nil, "attached_pic"), stream("audio", "ac4", "default"), stream("audio", "amr_nb"))
        #expect(other.video == nil && !other.hasVideo && other.cover == nil)
        #expect(other.audio?.index == 2 && other.isDecodable)
        #expect(try !probe(stream("video", "h264"), stream("audio", nil)).isDecodable)
    }
}
