import Foundation
import Testing

@testable import Media

@Suite struct HeaderTests {
    @Test func `EXIF gives a place and an instant`() {
        let exif = Fixture.exif(
            latitude: -33.8568, longitude: 151.2153, taken: "2024:06:30 22:15:00", zone: "+10:00")
        let hints = MediaHints(exif: FileBytes(exif))
        #expect(hints.latitude.map { abs($0 + 33.8568) < 0.000_01 } == true)
        #expect(hints.longitude.map { abs($0 - 151.2153) < 0.000_01 } == true)
        #expect(hints.time == 1_719_749_700_000)
        #expect(!hints.isLocalTime)
    }

    @Test func `a camera without time zone gives local time, marked as such`() {
        let hints = MediaHints(exif: FileBytes(Fixture.exif(taken: "2000:02:29 00:00:00")))
        #expect(hints.time == 951_782_400_000)
        #expect(hints.isLocalTime)
    }

    @Test func `GPS time counts where it fits the camera's clock`() {
        let fixed = "2024:06:30 12:15:00"
        let near = MediaHints(
            exif: FileBytes(Fixture.exif(latitude: 60, longitude: 25, taken: "2024:06:30 15:15:02", fixed: fixed)))
        #expect(near.time == 1_719_749_700_000 && !near.isLocalTime)
        let stale = MediaHints(
            exif: FileBytes(Fixture.exif(latitude: 60, longitude: 25, taken: "2024:07:02 15:15:02", fixed: fixed)))
        #expect(stale.time == 1_719_933_302_000 && stale.isLocalTime)
    }

    @Test(arguments: [(0.0, 0.0), (90.5, 20), (20, 180.5), (4_000, 4_000)])
    func `null island and invalid places give no hint`(_ latitude: Double, _ longitude: Double) {
        let hints = MediaHints(exif: FileBytes(Fixture.exif(latitude: latitude, longitude: longitude)))
        #expect(hints.latitude == nil && hints.longitude == nil)
    }

    @Test(arguments: [
        "2024:02:30 10:00:00", "2023:02:29 10:00:00", "0000:00:00 00:00:00", "2024:13:01 10:00:00",
        "2024:01:01 24:00:00", "1970:01:01 00:00:00", "    :  :     :  :  ", "yesterday, about noon",
    ])
    func `impossible times give no hint`(_ text: String) {
        #expect(MediaTime.milliseconds(text) == nil)
    }

    @Test func `a clip's place and time are read from its tags`() {
        let hints = MediaHints(tags: [
            "com.apple.quicktime.location.iso6709": "+60.1699+024.9384+012.3/",
            "com.apple.quicktime.creationdate": "2024-06-30T15:15:00+0300",
            "creation_time": "2020-01-01T00:00:00.000000Z",
        ])
        #expect(hints.latitude == 60.1699 && hints.longitude == 24.9384)
        #expect(hints.time == 1_719_749_700_000 && !hints.isLocalTime)
        #expect(MediaHints(tags: ["creation_time": "2020-01-01T00:00:00.000000Z"]).time == 1_577_836_800_000)
        #expect(MediaHints(tags: ["location": "+00.0000+000.0000/"]).latitude == nil)
    }

    @Test func `a HEIC's size and EXIF are read from its boxes`() throws {
        let bytes = FileBytes(Fixture.heif(width: 4_032, height: 3_024))
        let header = try #require(ImageHeader.read(bytes, as: .heic))
        #expect(header.width == 4_032 && header.height == 3_024)
        let exif = try #require(header.exif)
        let hints = MediaHints(exif: bytes.clamped(exif.lowerBound, exif.count))
        #expect(hints.latitude.map { abs($0 - 60.17) < 0.001 } == true)
        #expect(ImageHeader.read(bytes, as: .avif) == nil)
    }

    @Test func `a file of only empty chunks is not read to its end`() throws {
        let empty = Data([0, 0, 0, 0]) + Data("tEXt".utf8) + Data([0, 0, 0, 0])
        let png = { Fixture.png(width: 10, height: 10) + Data(repeatElement(Array(empty), count: $0).joined()) }
        #expect(ImageHeader.read(FileBytes(png(1_000)), as: .png)?.width == 10)
        #expect(ImageHeader.read(FileBytes(png(ImageHeader.maxChunks)), as: .png) == nil)
        let part = Data("XMP \0\0\0\0".utf8)
        let start = Data("RIFF\0\0\0\0WEBPVP8X\u{a}\0\0\0".utf8) + Data([0, 0, 0, 0, 9, 0, 0, 9, 0, 0])
        let webp = { start + Data(repeatElement(Array(part), count: $0).joined()) }
        #expect(ImageHeader.read(FileBytes(webp(1_000)), as: .webp)?.width == 10)
        #expect(ImageHeader.read(FileBytes(webp(ImageHeader.maxChunks)), as: .webp) == nil)
    }

    @Test func `the WebP cleaner removes metadata chunks and their flags`() throws {
        func chunk(_ type: String, _ body: Data) -> Data {
            Data(type.utf8) + Fixture.little(body.count, 4) + body + Data(count: body.count % 2)
        }
        let size = Fixture.little(99, 3) + Fixture.little(49, 3)
        let inside =
            chunk("VP8X", Data([0x3e, 0, 0, 0]) + size) + chunk("ICCP", Data("profile".utf8))
            + chunk("ANIM", Data(count: 6)) + chunk("ANMF", Data([1, 2, 3])) + chunk("EXIF", Data("II*\0".utf8))
            + chunk("XMP ", Data("<x/>".utf8)) + chunk("junk", Data("?".utf8))
        let file = Data("RIFF".utf8) + Fixture.little(inside.count + 4, 4) + Data("WEBP".utf8) + inside
        let cleaned = try #require(WebPCleaner.cleaned(file))
        let expected =
            chunk("VP8X", Data([0x12, 0, 0, 0]) + size) + chunk("ANIM", Data(count: 6))
            + chunk("ANMF", Data([1, 2, 3]))
        #expect(cleaned == Data("RIFF".utf8) + Fixture.little(expected.count + 4, 4) + Data("WEBP".utf8) + expected)
        #expect(WebPCleaner.cleaned(file.prefix(12 + 18 + 8 + 5)) == nil)
        #expect(WebPCleaner.cleaned(Data("GIF89a".utf8)) == nil)
    }

    @Test func `tags in UTF-8 or Windows-1252 that are marked as Latin-1 are read as that, and others as they are`() {
        func marked(_ text: String) -> String { String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) })) }
        for text in ["Žluťoučký kůň", "Übermut & Söhne", "東京", "plain"] {
            let tags = SongTags(["title": marked(text), "artist": marked(text), "album": marked(text)])
            #expect([tags.title, tags.artist, tags.album] == [text, text, text])
            #expect(SongTags(["album_artist": marked(text)]).artist == text)
        }
        // Windows-1252, and UTF-8 that was cut within its last character.
        #expect(SongTags(["title": "Don\u{92}t \u{96} \u{93}Stop\u{94}"]).title == "Don’t – “Stop”")
        #expect(SongTags(["title": String(marked("Łódź").dropLast())]).title == "Łód")
        // Latin-1 that was meant, right text, and text that has both.
        for text in ["Señor Übermut", "Ã", "東京", "Žluťoučký", "東 " + marked("ü")] {
            #expect(SongTags(["title": text]).title == text)
        }
    }

    @Test func `tags become one line without control characters`() {
        let tags = SongTags([
            "title": " A\u{0}\n song \u{202e}gnos ", "artist": "\u{7}", "album": String(repeating: "a", count: 300),
        ])
        #expect(
            SongTags(["title": String(repeating: "o\u{308}", count: 150)]).title?.unicodeScalars.count == 200)
        #expect(tags.title == "A song gnos")
        #expect(tags.artist == nil)
        #expect(tags.album?.count == 200)
    }
}
