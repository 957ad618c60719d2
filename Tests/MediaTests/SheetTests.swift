import Foundation
import Testing

@testable import Media

struct SheetTests {
    private func sheet(_ photos: [ContactSheet.Photo]) throws -> ContactSheet {
        try #require(
            ContactSheet(
                title: "February 2024", weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], lead: 3, days: 29,
                photos: photos))
    }

    @Test func `a month becomes one picture, with photos where they belong`() throws {
        let folder = try Folder()
        let workshop = try makeWorkshop(folder)
        try folder.make(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:s=900x600", "-frames:v", "1", "red.png")
        let bytes: @Sendable (Int) -> [UInt8] = { (0..<$0).map { UInt8($0) } }
        let store = try MediaStore(root: folder("media"), randomBytes: bytes)
        let name = try store.store(try workshop.take(folder("red.png"), as: .photo))
        let lost = try #require(MediaName("abcdefghijklmnopqrstuvwxyz"))
        let sheet = try sheet([.init(day: 29, name: name), .init(day: 2, name: lost)])
        var steps: [Int] = []
        try workshop.draw(sheet, from: store, to: folder("sheet.webp")) { steps.append($0) }
        #expect(steps == [1, 2])
        let file = try #require(try FileBytes(path: folder("sheet.webp")))
        let header = try #require(ImageHeader.read(file, as: .webp))
        #expect(header.width == SheetLayout.width && header.height == SheetLayout.height(weeks: 5))
        let place = SheetLayout.place(sheet, 29)
        #expect(place.x == SheetLayout.margin + 3 * (SheetLayout.cellWidth + SheetLayout.gap))
        let colours = try folder.pixel("sheet.webp", place.x + 100, place.y + 200)
        #expect(colours.count == 3 && colours[0] > 200 && colours[1] < 60 && colours[2] < 60, "\(colours)")
    }

    @Test func `a photo that is clear in parts lies on the paper of its sheet`() throws {
        let folder = try Folder()
        let workshop = try makeWorkshop(folder)
        try folder.makeHalfClear("half.png")
        let store = try MediaStore(root: folder("media"), randomBytes: randomBytes)
        let name = try store.store(try workshop.take(folder("half.png"), as: .photo))
        let sheet = try sheet([.init(day: 3, name: name)])
        try workshop.draw(sheet, from: store, to: folder("sheet.webp"))
        let place = SheetLayout.place(sheet, 3)
        let clear = try folder.pixel("sheet.webp", place.x + 50, place.y + 200)
        let black = try folder.pixel("sheet.webp", place.x + 150, place.y + 200)
        let paper = [SheetPainter.paper.red, SheetPainter.paper.green, SheetPainter.paper.blue].map { Double($0) }
        #expect(clear.count == 3 && zip(clear, paper).allSatisfy { abs($0 - $1) < 8 }, "\(clear)")
        #expect(black.count == 3 && black.allSatisfy { $0 < 8 }, "\(black)")
    }

    @Test func `numbers that no month has make no sheet`() {
        let names = [String](repeating: "Mon", count: 7)
        #expect(ContactSheet(title: "", weekdays: names, lead: 7, days: 30, photos: []) == nil)
        #expect(ContactSheet(title: "", weekdays: names, lead: 0, days: 32, photos: []) == nil)
        #expect(ContactSheet(title: "", weekdays: [], lead: 0, days: 30, photos: []) == nil)
    }

    @Test func `every letter of a title has an outline that is drawn`() throws {
        for letter in "JanuaryFebruaryMarchAprilMayJuneJulyAugustSeptemberOctoberNovemberDecember0123456789photos" {
            let outline = try #require(SheetLetters.all[letter])
            var canvas = SheetCanvas(width: 60, height: 80, (255, 255, 255))
            canvas.draw(String(letter), x: 5, baseline: 60, size: 60, (0, 0, 0))
            let dark = canvas.pixels.count { $0 < 100 }
            #expect(dark > 300 && dark < canvas.pixels.count / 2 && outline.width > 100, "\(letter): \(dark)")
        }
    }

    @Test func `an uncompressed PNG is read back as it was`() throws {
        let folder = try Folder()
        let pixels = (0..<(3 * 300 * 100)).map { UInt8(truncatingIfNeeded: $0 * 7) }
        _ = try folder.write("a.png", StoredPNG.data(pixels, width: 300, height: 100))
        try folder.make("vips", "copy", folder("a.png"), folder("a.raw"))
        #expect(FileManager.default.contents(atPath: folder("a.raw")).map { Array($0) } == pixels)
    }
}
