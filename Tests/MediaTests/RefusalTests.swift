import Foundation
import TestTools
import Testing

@testable import Media

@Suite struct RefusalTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    private func refusal(_ data: Data, as use: MediaUse = .photo) throws -> MediaRefusal? {
        let file = try folder.write("upload", data)
        do {
            _ = try workshop.take(file, as: use)
            return nil
        } catch let refusal as MediaRefusal { return refusal }
    }

    @Test(arguments: [
        "", "x", "<html><script>alert(1)</script></html>", "%PDF-1.7\n1 0 obj\n", "#!/bin/sh\nid\n", "PK\u{3}\u{4}",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
        "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "#EXTM3U\nhttp://127.0.0.1/\n",
    ])
    func `a file that is not a medium is refused`(_ text: String) throws {
        for use in MediaUse.allCases {
            #expect(try refusal(Data(text.utf8), as: use) == .notAccepted([use]))
        }
    }

    @Test func `a PNG that is too wide, too tall or too large is refused by its header`() throws {
        #expect(try refusal(Fixture.png(width: 16_385, height: 1)) == .tooLarge(.side(16_384)))
        #expect(try refusal(Fixture.png(width: 1, height: 0x7fff_ffff)) == .tooLarge(.side(16_384)))
        #expect(try refusal(Fixture.png(width: 10_001, height: 10_000)) == .tooLarge(.pixels(100)))
        #expect(try refusal(Fixture.png(width: 10_000, height: 10_000)) == .broken(.photo))
        #expect(try refusal(Fixture.png(width: 0, height: 10)) == .broken(.photo))
    }

    @Test func `an animation with too many frames, or too many pixels in all, is refused by its header`() throws {
        #expect(try refusal(Fixture.gif(width: 10, height: 10, frames: 501)) == .tooLarge(.frames(500)))
        #expect(try refusal(Fixture.gif(width: 10, height: 10, frames: 500)) == nil)
        #expect(try refusal(Fixture.gif(width: 5_000, height: 5_000, frames: 5)) == .tooLarge(.pixels(100)))
        #expect(try refusal(Fixture.gif(width: 10, height: 10, frames: 0)) == .broken(.photo))
    }

    @Test func `a truncated image is broken`() throws {
        let source = "testsrc=s=300x200,noise=alls=60"
        try folder.make("ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1", "noise.png")
        for suffix in ["jpg", "png", "webp", "tif"] {
            try folder.make("vips", "copy", "noise.png", "whole.\(suffix)")
            let whole = try Data(contentsOf: URL(fileURLWithPath: folder("whole.\(suffix)")))
            #expect(try refusal(whole) == nil)
            #expect(try refusal(whole.prefix(whole.count / 2)) == .broken(.photo), "\(suffix)")
        }
    }

    @Test func `an image is refused as clip or song, and they are refused as images`() throws {
        let picture = Fixture.gif(width: 10, height: 10, frames: 1)
        #expect(try refusal(picture, as: .clip) == .notAccepted([.clip]))
        #expect(try refusal(picture, as: .song) == .notAccepted([.song]))
        try folder.make("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", "tone.wav")
        let tone = try Data(contentsOf: URL(fileURLWithPath: folder("tone.wav")))
        for use in [MediaUse.avatar, .photo, .clip] { #expect(try refusal(tone, as: use) == .notAccepted([use])) }
        #expect(try refusal(tone, as: .song) == nil)
    }

    @Test func `a file above the size limit is not examined`() throws {
        var limits = MediaLimits()
        limits.imageBytes = 1_000_000
        let strict = try MediaProcessor(
            folder: folder("strict"), isolation: isolation, limits: limits, randomBytes: randomBytes)
        let file = try folder.write("large", Data(count: 1_000_001))
        #expect(throws: MediaRefusal.tooLarge(.bytes(1_000_000))) { try strict.take(file, as: .photo) }
    }

    @Test func `a missing program is named for people and for the log`() throws {
        let bare = Tools(child: ChildProcess(isolation: .none, searchPath: [folder.path]))
        #expect(throws: MediaRefusal.noTool("ffprobe")) { try bare.probe("x", in: folder.path, for: .clip) }
        #expect(workshop.missingTools.isEmpty)
    }

    @Test(arguments: [
        ("sleep 600", MediaRefusal.tooHard(.photo)), ("kill -KILL $$", .tooHard(.photo)),
        ("kill -SEGV $$", .broken(.photo)), ("exit 1", .broken(.photo)), ("exit 0", .broken(.photo)),
    ])
    func `a decoder that hangs, is killed, crashes or fails is reported, and its slot is free again`(
        _ script: String, _ told: MediaRefusal
    ) throws {
        let path = try folder.write("vips", Data("#!/bin/sh\n\(script)\n".utf8))
        chmod(path, 0o755)
        var limits = MediaLimits()
        limits.decodingSeconds = 0.5
        // Without namespaces, in which the program would be process 1 and ignore its own signals.
        let poor = try MediaProcessor(
            folder: folder("poor"), isolation: .none, limits: limits,
            searchPath: [folder.path] + ChildProcess.systemFolders, randomBytes: randomBytes)
        let file = try folder.write("still.gif", Fixture.gif(width: 20, height: 10, frames: 1))
        #expect(throws: told) { try poor.take(file, as: .photo) }
        #expect(!poor.queue.isFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("poor")).isEmpty)
    }

    @Test func `each refusal has a sentence that says what works`() {
        let photo = MediaRefusal.notAccepted([.photo]).sentence
        #expect(
            photo == "That is no photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work.")
        #expect(MediaRefusal.tooLarge(.duration(60)).sentence.contains("60 seconds"))
        #expect(MediaRefusal.tooLarge(.duration(1_800)).sentence.contains("30 minutes"))
        #expect(MediaRefusal.tooLarge(.bytes(200_000_000)).sentence.contains("200 MB"))
        #expect(!MediaRefusal.noTool("ffprobe").sentence.contains("ffprobe"))
    }

    @Test func `damaged headers are read safely, whatever is damaged`() throws {
        try folder.make(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=40x30:d=0.3", "seed.gif")
        var seeds: [(ImageFormat, Data)] = [(.gif, try Data(contentsOf: URL(fileURLWithPath: folder("seed.gif"))))]
        for (suffix, format) in [("jpg", ImageFormat.jpeg), ("png", .png), ("webp", .webp), ("tif", .tiff)] {
            try folder.make("vips", "copy", "seed.gif", "seed.\(suffix)")
            seeds.append((format, try Data(contentsOf: URL(fileURLWithPath: folder("seed.\(suffix)")))))
        }
        try folder.make("ffmpeg", "-v", "error", "-i", "seed.gif", "-frames:v", "1", "seed.bmp")
        seeds.append((.bmp, try Data(contentsOf: URL(fileURLWithPath: folder("seed.bmp")))))
        seeds.append((.heic, Fixture.heif(width: 4_000, height: 3_000)))
        seeds.append((.tiff, Fixture.exif(latitude: 60, longitude: 25, taken: "2024:06:30 12:00:00", zone: "+03:00")))
        var random = SeededGenerator()
        for (format, seed) in seeds {
            #expect(format == .tiff || ImageHeader.read(FileBytes(seed), as: format) != nil, "\(format)")
            for _ in 0..<1_000 {
                var damaged = seed
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<min(damaged.count, 600), using: &random)
                    let other = UInt8.random(in: 0...255, using: &random)
                    damaged[place] = [0, 1, 0x7f, 0x80, 0xff, other].randomElement(using: &random) ?? 0
                }
                if Bool.random(using: &random) {
                    damaged = damaged.prefix(.random(in: 0...damaged.count, using: &random))
                }
                let header = ImageHeader.read(FileBytes(damaged), as: format)
                #expect(header.map { $0.width > 0 && $0.height > 0 } ?? true)
                let hints = MediaHints(exif: FileBytes(damaged))
                #expect(hints.latitude.map { abs($0) <= 90 } ?? true)
                _ = WebPCleaner.cleaned(damaged)
            }
        }
    }
}
