import Foundation
import TestTools
import Testing

@testable import Media

/// The files of Tests/Fixtures, which carry what phones write into theirs.
@Suite struct FixtureTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    private func take(_ name: String, as use: MediaUse) throws -> Prepared {
        try workshop.take(FixtureFile.path(name), as: use)
    }

    /// Whether the words, the phone's name or the place of the original file are still in one.
    private func tells(_ file: MediaFile) throws -> Bool {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
        return ["Secret", "Pohjola", "Oscillator", "41.1579"].contains { bytes.range(of: Data($0.utf8)) != nil }
    }

    @Test(.needsExifTool, arguments: ["phone.jpg", "phone.heic", "phone.avif", "moving.webp", "scan.tif"])
    func `the fixtures carry what is to be removed`(_ name: String) throws {
        let groups = try folder.metadataGroups(of: [FixtureFile.path(name)])
        #expect(groups.isSuperset(of: ["IFD0", "ExifIFD", "GPS", "XMP-dc"]))
    }

    @Test(
        .needsExifTool,
        arguments: [
            ("phone.jpg", .jpeg), ("phone.heic", .heic), ("phone.avif", .avif), ("screen.png", .png),
            ("moving.gif", .gif), ("moving.webp", .webp), ("scan.tif", .tiff), ("drawing.bmp", .bmp),
        ] as [(String, ImageFormat)])
    func `a photo of every format is accepted and loses its metadata`(_ name: String, _ format: ImageFormat) throws {
        let prepared = try take(name, as: .photo)
        #expect(prepared.kind == .image(format))
        #expect(prepared.files.count == 4)
        // RIFF is the container of a WebP.
        #expect(try folder.metadataGroups(of: prepared.files.map(\.path)).subtracting(["RIFF"]) == [])
        for file in prepared.files { #expect(try !tells(file)) }
    }

    @Test(
        .needsExifTool,
        arguments: [
            ("clip.mp4", .clip, 4), ("phone.mov", .clip, 4), ("clip.webm", .clip, 4), ("song.mp3", .song, 4),
            ("song.m4a", .song, 4), ("song.flac", .song, 4), ("song.ogg", .song, 1), ("song.opus", .song, 1),
            ("song.wav", .song, 1),
        ] as [(String, MediaUse, Int)])
    func `a clip or song of every format is accepted and loses its metadata, with a poster or a cover if it has one`(
        _ name: String, use: MediaUse, files: Int
    ) throws {
        let prepared = try take(name, as: use)
        #expect(prepared.files.count == files)
        #expect(prepared.seconds.map { abs($0 - (use == .clip ? 2 : 1.5)) < 0.2 } == true)
        #expect(try folder.metadataGroups(of: prepared.files.map(\.path)).subtracting(containerGroups) == [])
        for file in prepared.files { #expect(try !tells(file)) }
        guard use == .song else { return }
        let tags = try #require(prepared.tags)
        #expect(tags.title == "Tone" && tags.artist == "Oscillator" && tags.album == "Waves")
    }

    @Test func `a photo that was taken upright is stored upright`() throws {
        let prepared = try take("phone.jpg", as: .photo)
        let original = try #require(prepared.file(.original))
        #expect(original.width == 1_200 && original.height == 1_600)
        // The middle of the sun, above on the left.
        let text = try folder.make("vips", "getpoint", original.path, "300", "480")
        let pixel = text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
        #expect(zip(pixel, [255.0, 230, 140]).allSatisfy { abs($0 - $1) < 20 } && pixel.count == 3, "\(pixel)")
    }

    @Test func `a phone's clip is stored as it is shown, and transcoded`() throws {
        let prepared = try take("phone.mov", as: .clip)
        #expect(prepared.needsTranscoding)
        #expect(prepared.files[0].width == 240 && prepared.files[0].height == 320)
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let name = try store.store(prepared)
        let playable = try workshop.transcode(name, in: store, as: .clip)
        #expect(!playable.needsTranscoding && playable.files.count == 4)
        #expect(playable.files[0].contentType == "video/mp4")
        #expect(playable.files[0].width == 240 && playable.files[0].height == 320)
        for file in playable.files { #expect(try !tells(file)) }
    }

    @Test func `places and times are those that the cameras wrote`() throws {
        let sniffer = Sniffer(tools: Tools(child: ChildProcess(isolation: isolation)))
        func hints(_ name: String, _ use: MediaUse = .photo) throws -> MediaHints {
            try sniffer.sniff(name, in: FixtureFile.folder, for: use).hints
        }
        // 12 June 2024, 13:04:05 in Porto, which is an hour from UTC.
        let taken: Int64 = 1_718_193_845_000
        let inPorto: [(String, MediaUse)] = [
            ("phone.jpg", .photo), ("phone.heic", .photo), ("phone.avif", .photo), ("moving.webp", .photo),
            ("clip.mp4", .clip), ("phone.mov", .clip),
        ]
        for (name, use) in inPorto {
            let hints = try hints(name, use)
            #expect(abs(try #require(hints.latitude) - 41.1579) < 0.000_1, "\(name)")
            #expect(abs(try #require(hints.longitude) + 8.6291) < 0.000_1, "\(name)")
            #expect(hints.time == taken && !hints.isLocalTime, "\(name)")
        }
        let scan = try hints("scan.tif")
        #expect(abs(try #require(scan.latitude) + 33.4489) < 0.000_1)
        #expect(abs(try #require(scan.longitude) + 70.6693) < 0.000_1)
        let screen = try hints("screen.png")
        #expect(screen.latitude == nil && screen.longitude == nil)
        #expect(screen.time == taken + 3_600_000 && screen.isLocalTime)
        for name in ["moving.gif", "drawing.bmp"] { #expect(try hints(name) == MediaHints()) }
    }

    @Test(arguments: ["<?php system($_GET[0]); ?>", "<script>alert(1)</script>", "%PDF-1.7", "PK\u{3}\u{4}", "<svg/>"])
    func `a photo that is something else as well comes out as a photo alone`(_ other: String) throws {
        let photo = try Data(contentsOf: URL(fileURLWithPath: FixtureFile.path("phone.jpg")))
        let text = Data(other.utf8)
        let comment = Data([0xff, 0xfe]) + Fixture.big(text.count + 2, 2) + text
        let both = try folder.write("both.jpg", photo.prefix(2) + comment + photo.dropFirst(2) + text)
        let prepared = try workshop.take(both, as: .photo)
        for file in prepared.files {
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).range(of: text) == nil)
        }
    }

    @Test func `markup in the tags of a song is returned as text, and not left in the file`() throws {
        let title = "<script>alert(1)</script>"
        try folder.make(
            "ffmpeg", "-v", "error", "-i", FixtureFile.path("song.mp3"), "-map", "0", "-c", "copy", "-metadata",
            "title=\(title)", "marked.mp3")
        let song = try workshop.take(folder("marked.mp3"), as: .song)
        #expect(song.tags?.title == title)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: song.files[0].path))
        #expect(bytes.range(of: Data("script".utf8)) == nil)
    }
}
