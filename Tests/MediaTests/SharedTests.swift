import Foundation
import TestTools
import Testing

@testable import Media

/// Real and hostile files beside the project.
@Suite(.needsSharedData) struct SharedTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    private func take(_ file: String, as use: MediaUse) throws -> Prepared {
        try workshop.take(SharedData.path(file), as: use)
    }

    private func refusal(_ file: String, as use: MediaUse) throws -> MediaRefusal? {
        do {
            _ = try take(file, as: use)
            return nil
        } catch let refusal as MediaRefusal { return refusal }
    }

    /// The groups of metadata that exiftool finds in results.
    private func groups(_ all: [Prepared]) throws -> Set<String> {
        try folder.metadataGroups(of: all.flatMap { $0.files.map(\.path) })
    }

    @Test(.needsExifTool) func `every real photo is accepted and loses its metadata`() throws {
        let formats: [String: ImageFormat] = [
            "jpg": .jpeg, "png": .png, "webp": .webp, "gif": .gif, "avif": .avif, "heic": .heic, "tif": .tiff,
            "bmp": .bmp,
        ]
        var taken: [Prepared] = []
        for file in SharedData.files(below: "photos") {
            guard let format = formats[URL(fileURLWithPath: file).pathExtension.lowercased()] else { continue }
            let prepared = try take("photos/\(file)", as: .photo)
            #expect(prepared.kind == .image(format), "\(file)")
            #expect(prepared.files.count == 4, "\(file)")
            taken.append(prepared)
        }
        #expect(taken.count > 40)
        // RIFF is the container of a WebP.
        #expect(try groups(taken).subtracting(["RIFF"]) == [])
    }

    @Test(.needsExifTool) func `every real clip and song is accepted and loses its metadata`() throws {
        let odd = ["mu_empty.aac": MediaRefusal.notAccepted([.song]), "tt_chinese_id3.mp3": .broken(.song)]
        var taken: [Prepared] = []
        for file in SharedData.files(below: "photos") where file.hasPrefix("video_") {
            taken.append(try take("photos/\(file)", as: .clip))
        }
        for file in SharedData.files(below: "audio/music") { taken.append(try take("audio/music/\(file)", as: .song)) }
        for file in SharedData.files(below: "audio/tags") {
            if let expected = odd[file] {
                #expect(try refusal("audio/tags/\(file)", as: .song) == expected, "\(file)")
            } else {
                taken.append(try take("audio/tags/\(file)", as: .song))
            }
        }
        #expect(taken.count > 30)
        #expect(taken.filter(\.needsTranscoding).count == 1)
        #expect(try groups(taken).subtracting(containerGroups) == [])
    }

    @Test func `the eight orientations of one photo give the same image`() throws {
        let first = try take("photos/orient/Landscape_1.jpg", as: .photo)
        let reference = try #require(first.file(.medium))
        for orientation in 2...8 {
            let other = try take("photos/orient/Landscape_\(orientation).jpg", as: .photo)
            let picture = try #require(other.file(.medium))
            #expect(picture.width == reference.width && picture.height == reference.height)
            try folder.make("vips", "subtract", reference.path, picture.path, "difference.tif")
            try folder.make("vips", "abs", "difference.tif", "size.tif")
            let average = try folder.make("vips", "avg", "size.tif")
            #expect(try #require(Double(average.filter { !$0.isWhitespace })) < 6, "\(orientation)")
        }
    }

    @Test func `places and times are those that the cameras wrote`() throws {
        let photos = SharedData.path("photos")
        let sniffer = Sniffer(tools: Tools(child: ChildProcess(isolation: isolation)))
        func hints(_ file: String, _ use: MediaUse = .photo) throws -> MediaHints {
            try sniffer.sniff(file, in: photos, for: use).hints
        }
        func near(_ file: String, latitude: Double, longitude: Double) throws {
            let hints = try hints(file)
            #expect(abs(try #require(hints.latitude) - latitude) < 0.001, "\(file)")
            #expect(abs(try #require(hints.longitude) - longitude) < 0.001, "\(file)")
        }
        try near("iphone4_gps_rome.jpg", latitude: 41.853, longitude: 12.4888)
        try near("iphone6_gps_madrid.jpg", latitude: 40.447, longitude: -3.7248)
        try near("iphone11_gps.HEIC", latitude: 39.0513, longitude: -94.2888)
        try near("thompson_springs_gps.jpg", latitude: 39.115, longitude: -108.401)
        try near("gps_walk_arezzo/DSCN0010.jpg", latitude: 43.4674, longitude: 11.8851)
        let nowhere = try hints("null_island_gps.jpg")
        #expect(nowhere.latitude == nil && nowhere.longitude == nil && nowhere.time != nil)
        #expect(try hints("video_3gp_null_island.mp4", .clip).latitude == nil)
        #expect(try hints("jolla.jpg").isLocalTime)
        #expect(try !hints("iphone11_gps.HEIC").isLocalTime)
    }

    @Test func `hostile photos are refused with the right reason`() throws {
        let large: [String: MediaRefusal.Measure] = [
            "made/bmp_65535x65535.bmp": .side(16_384), "made/gif_65535x65535_canvas_200_frames.gif": .side(16_384),
            "made/png_claims_2147483647x2147483647.png": .side(16_384),
            "made/png_bomb_12000x12000_rgba.png": .pixels(100),
            "real/uber.gif": .frames(500),
        ]
        for (file, measure) in large {
            #expect(try refusal("hostile/\(file)", as: .photo) == .tooLarge(measure), "\(file)")
        }
        let broken = [
            "made/jpeg_truncated_half.jpg", "made/php_jpeg_magic.jpg", "made/png_header_only.png",
            "made/png_idat_crc_bad.png", "made/png_truncated_half.png", "made/tiff_ifd_loop.tif",
            "made/exif/segment_length_lies.jpg", "real/POC_img_phpinfo-CR.gif", "real/bmp_badbitcount.bmp",
            "real/bmp_badwidth.bmp", "real/bmp_shortfile.bmp", "real/heif_clap-overflow-divide-zero.heic",
            "real/heif_github_138.heic", "real/heif_hbo_heif_context.h_126_1.heic",
            "real/heif_uaf_heif_context.h_117_1.heic", "real/vips_truncated.jpg",
        ]
        for file in broken { #expect(try refusal("hostile/\(file)", as: .photo) == .broken(.photo), "\(file)") }
        let foreign = [
            "made/svg_external_ref.svg", "made/svgz_bomb_100mb.svgz", "made/svg_script.svgz",
            "made/svg_script_renamed.png", "made/shebang_renamed.jpg", "made/elf_renamed.png", "made/photo.php.jpg",
            "made/pe_renamed.gif", "made/html_renamed.mp3", "made/zero_bytes.mp3", "made/one_byte.png",
            "made/mp4_renamed.jpg", "made/zip/zip_bomb_512mb.zip", "made/zip/zip_slip.zip",
        ]
        for file in foreign { #expect(try refusal("hostile/\(file)", as: .photo) == .notAccepted([.photo]), "\(file)") }
    }

    @Test(.needsExifTool) func `hostile photos that are valid come out harmless`() throws {
        let altered = SharedData.files(below: "hostile/made/exif").filter { !$0.contains("lies") }
        let files =
            altered.map { "made/exif/\($0)" } + [
                "made/heic_renamed.jpg", "made/jpeg_1mb_trailing_garbage.jpg", "made/jpeg_js_polyglot.jpg",
                "made/jpeg_pdf_polyglot.jpg", "made/jpeg_zip_polyglot.jpg", "real/POC_phpinfo-metadata.jpg",
                "real/badexif_image01088.jpg", "real/badexif_image01551.jpg", "real/badexif_image01980.jpg",
                "real/bmp_badpalettesize.bmp", "real/vips_big-height.webp", "real/vips_looks-like-svg.webp",
            ]
        let taken = try files.map { try take("hostile/\($0)", as: .photo) }
        #expect(try groups(taken).subtracting(["RIFF"]) == [])
        for prepared in taken {
            for file in prepared.files {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
                for word in ["<?php", "<script", "%PDF", "PK\u{3}\u{4}", "<svg", "alert("] {
                    #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(file.path)")
                }
            }
            #expect(prepared.hints.latitude.map { abs($0) <= 90 } ?? true)
        }
    }

    @Test func `hostile recordings are refused or come out harmless`() throws {
        let made = SharedData.files(below: "hostile/made/media")
        for file in made where !file.hasPrefix("mp3_xss") && !file.hasPrefix("wav") {
            #expect(try refusal("hostile/made/media/\(file)", as: .song) == .broken(.song), "\(file)")
            let isMovie = file.hasPrefix("mp4")
            let expected: MediaRefusal = isMovie ? .broken(.clip) : .notAccepted([.clip])
            #expect(try refusal("hostile/made/media/\(file)", as: .clip) == expected, "\(file)")
        }
        for file in SharedData.files(below: "hostile/real") where file.hasSuffix(".mkv") {
            #expect(try refusal("hostile/real/\(file)", as: .clip) == .notAccepted([.clip]), "\(file)")
        }
        for file in SharedData.files(below: "hostile/real") where file.hasPrefix("audio_") && !file.hasSuffix(".mp4") {
            #expect(try refusal("hostile/real/\(file)", as: .song) == .broken(.song), "\(file)")
        }
        // Its frames end after a sixth of the duration in its header.
        #expect(try refusal("hostile/made/mp4_renamed.jpg", as: .clip) == .broken(.clip))
        let song = try take("hostile/made/media/mp3_xss_tags_html_cover.mp3", as: .song)
        #expect(song.files.count == 1)
        #expect(song.tags?.title == "<script>alert(1)</script>")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: song.files[0].path))
        #expect(bytes.range(of: Data("script".utf8)) == nil)
    }

    @Test func `playlists and documents are refused`() throws {
        for part in ["audio/playlists", "hostile/made/import"] {
            for file in SharedData.files(below: part) {
                for use in MediaUse.allCases {
                    #expect(try refusal("\(part)/\(file)", as: use) == .notAccepted([use]), "\(file)")
                }
            }
        }
    }
}
