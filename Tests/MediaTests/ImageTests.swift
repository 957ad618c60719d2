import Foundation
import Testing

@testable import Media

@Suite struct ImageTests {
    let folder: Folder
    let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    /// An image whose corners differ, 2,000 × 1,500: red, green, blue and white from the upper left by rows.
    private static let corners = Result {
        let folder = try Folder()
        var parts: [String] = []
        for colour in ["red", "lime", "blue", "white"] {
            parts += ["-f", "lavfi", "-i", "color=\(colour):s=1000x750,format=rgb24"]
        }
        let arguments =
            ["-v", "error"] + parts + [
                "-filter_complex", "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack", "-frames:v", "1", "corners.png",
            ]
        try folder.make("ffmpeg", arguments)
        return folder
    }

    /// The same image in another format, by the name's suffix.
    private func corners(_ name: String) throws -> String {
        try folder.make("vips", "copy", ImageTests.corners.get()("corners.png"), name)
        return folder(name)
    }

    private func pixel(_ file: MediaFile, _ x: Int, _ y: Int) throws -> [Double] {
        try folder.pixel(file.path, x, y)
    }

    private func expect(_ pixel: [Double], isNear colour: [Double], within tolerance: Double = 30) {
        let isNear = zip(pixel, colour).allSatisfy { abs($0 - $1) < tolerance }
        #expect(pixel.count == 3 && isNear, "\(pixel) is not \(colour)")
    }

    @Test(arguments: ["jpg", "png", "webp", "tif", "gif"])
    func `every format becomes four sizes, none larger than the original`(_ suffix: String) throws {
        let prepared = try workshop.take(corners("picture.\(suffix)"), as: .photo)
        #expect(prepared.files.map(\.size) == [.original, .large, .medium, .small])
        #expect(prepared.files.map(\.width) == [2_000, 1_600, 640, 160])
        #expect(prepared.files.map(\.height) == [1_500, 1_200, 480, 120])
        for file in prepared.files {
            #expect(["image/jpeg", "image/webp"].contains(file.contentType))
            #expect(try WorkFolder.byteCount(file.path) == file.bytes)
            expect(try pixel(file, 5, 5), isNear: [255, 0, 0])
        }
    }

    @Test func `BMP is converted through PNG`() throws {
        try folder.make("ffmpeg", "-v", "error", "-i", corners("corners.png"), "picture.bmp")
        let prepared = try workshop.take(folder("picture.bmp"), as: .photo)
        #expect(prepared.kind == .image(.bmp))
        #expect(prepared.file(.large)?.width == 1_600)
    }

    @Test(arguments: 1...8)
    func `all orientations give the same upright image`(_ orientation: Int) throws {
        let file = try corners("corners.jpg")
        // How to store the upright image so that this orientation turns it upright again.
        let across = ["flip", "horizontal"]
        let steps = [
            [], [across], [["rot", "d180"]], [["flip", "vertical"]], [["rot", "d90"], across], [["rot", "d270"]],
            [["rot", "d270"], across], [["rot", "d90"]],
        ]
        var last = file
        for (index, step) in steps[orientation - 1].enumerated() {
            let next = folder("turned\(index).jpg")
            try folder.make("vips", step[0], last, next, step[1])
            last = next
        }
        let stored = try Data(contentsOf: URL(fileURLWithPath: last))
        let prepared = try workshop.take(
            folder.write("oriented.jpg", Fixture.withEXIF(stored, Fixture.exif(orientation: orientation))), as: .photo)
        for size in [try #require(prepared.file(.original)), try #require(prepared.file(.small))] {
            let (width, height) = (try #require(size.width), try #require(size.height))
            #expect(width > height)
            expect(try pixel(size, 5, 5), isNear: [255, 0, 0])
            expect(try pixel(size, width - 5, 5), isNear: [0, 255, 0])
            expect(try pixel(size, 5, height - 5), isNear: [0, 0, 255])
        }
    }

    @Test func `small sizes of an avatar are square`() throws {
        let prepared = try workshop.take(corners("picture.jpg"), as: .avatar)
        #expect(prepared.files.map(\.width) == [2_000, 1_600, 640, 160])
        #expect(prepared.files.map(\.height) == [1_500, 1_200, 640, 160])
        // Cropped from the middle: all four corners are still visible.
        let medium = try #require(prepared.file(.medium))
        expect(try pixel(medium, 5, 5), isNear: [255, 0, 0])
        expect(try pixel(medium, 634, 634), isNear: [255, 255, 255])
    }

    @Test func `a tiny avatar is cropped, never enlarged`() throws {
        try folder.make("vips", "black", "tiny.png", "90", "40", "--bands", "3")
        let prepared = try workshop.take(folder("tiny.png"), as: .avatar)
        #expect(prepared.files.map(\.width) == [90, 90, 40, 40])
        #expect(prepared.files.map(\.height) == [40, 40, 40, 40])
    }

    @Test func `an animation stays animated as a photo, and becomes its first frame as an avatar`() throws {
        try folder.make(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=300x200:r=10:d=1", "moving.gif")
        let photo = try workshop.take(folder("moving.gif"), as: .photo)
        for file in photo.files {
            let header = try #require(try FileBytes(path: file.path).flatMap { ImageHeader.read($0, as: .webp) })
            #expect(header.frames == 10 && header.width == file.width)
        }
        #expect(photo.file(.small)?.width == 160)
        let avatar = try workshop.take(folder("moving.gif"), as: .avatar)
        for file in avatar.files {
            let header = try #require(try FileBytes(path: file.path).flatMap { ImageHeader.read($0, as: .webp) })
            #expect(header.frames == 1)
        }
    }

    @Test func `a transparent image stays transparent`() throws {
        try folder.make("vips", "black", "clear.png", "300", "200", "--bands", "4")
        let prepared = try workshop.take(folder("clear.png"), as: .photo)
        #expect(prepared.files.allSatisfy { $0.contentType == "image/webp" })
        let point = try folder.make("vips", "getpoint", prepared.files[0].path, "5", "5")
        #expect(point.split(whereSeparator: \.isWhitespace).map { Double($0) } == [0, 0, 0, 0])
    }

    @Test(arguments: ["png", "gif", "tif", "webp", "bmp"])
    func `what is clear stays clear in every size, or becomes white, never black`(_ suffix: String) throws {
        try folder.makeHalfClear("half.png")
        let name = "half.\(suffix)"
        switch suffix {
        case "png": break
        case "bmp": try folder.make("ffmpeg", "-v", "error", "-i", "half.png", "-pix_fmt", "bgra", name)
        default: try folder.make("vips", "copy", "half.png", name)
        }
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        for use in [MediaUse.photo, .avatar] {
            let prepared = try workshop.take(folder(name), as: use)
            for file in prepared.files {
                try folder.make("vips", "flatten", file.path, "flat.png", "--background", "255")
                expect(try folder.pixel("flat.png", 10, 10), isNear: [255, 255, 255], within: 8)
            }
            let portrait = try workshop.portrait(of: store.store(prepared), in: store, side: 100)
            _ = try folder.write("portrait.jpg", Data(portrait))
            expect(try folder.pixel("portrait.jpg", 10, 10), isNear: [255, 255, 255], within: 8)
            expect(try folder.pixel("portrait.jpg", 90, 90), isNear: [0, 0, 0], within: 8)
        }
    }

    @Test func `only the image data is left`() throws {
        let plain = try Data(contentsOf: URL(fileURLWithPath: corners("plain.jpg")))
        let exif = Fixture.exif(orientation: 1, latitude: 60.17, longitude: 24.94)
        let marked = Fixture.withEXIF(plain, exif) + Data("ftypmp42 a motion photo's tail".utf8)
        let prepared = try workshop.take(folder.write("marked.jpg", marked), as: .photo)
        for file in prepared.files {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
            for word in ["Exif", "http://ns.adobe.com", "ICC_PROFILE", "Photoshop", "ftyp"] {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
            }
        }
        #expect(prepared.hints.latitude.map { abs($0 - 60.17) < 0.001 } == true)
    }

    @Test(arguments: ["p3.jpg", "cmyk.jpg", "deep.png"])
    func `colours are the same after conversion to sRGB`(_ name: String) throws {
        // (200, 100, 60) in sRGB, which Display P3 and print write with very different numbers.
        try folder.make("vips", "black", "black.tif", "64", "64", "--bands", "3")
        try folder.make("vips", "linear", "black.tif", "flat.tif", "1", "200 100 60", "--uchar")
        try folder.make("vips", "copy", "flat.tif", "plain.tif", "--interpretation", "srgb")
        switch name {
        case "deep.png": try folder.make("vips", "colourspace", "plain.tif", name, "rgb16")
        default:
            let profile = String(name.prefix { $0 != "." })
            try folder.make("vips", "icc_transform", "plain.tif", name, profile, "--input-profile", "srgb")
        }
        let prepared = try workshop.take(folder(name), as: .photo)
        for file in prepared.files { expect(try pixel(file, 30, 30), isNear: [200, 100, 60], within: 12) }
    }

    @Test func `a drawing does not become a JPEG`() throws {
        try folder.make("vips", "black", "drawing.png", "800", "600", "--bands", "3")
        #expect(try workshop.take(folder("drawing.png"), as: .photo).files[0].contentType == "image/webp")
    }

    @Test func `the work folder is deleted with the result`() throws {
        var prepared: Prepared? = try workshop.take(corners("picture.jpg"), as: .photo)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")).count == 1)
        #expect(prepared != nil)
        prepared = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("work")).isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder("picture.jpg")))
    }
}
