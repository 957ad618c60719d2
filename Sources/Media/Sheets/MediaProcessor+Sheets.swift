import Foundation
import Safeguards

extension MediaProcessor {
    /// Draws a month of photos as one WebP. Slow and low priority; one at a time.
    ///
    /// - Parameters:
    ///   - store: where the photos are. One that cannot be read leaves its day empty.
    ///   - path: the file to write, on any file system.
    ///   - progress: called after each photo, with how many are done.
    /// - Throws: `MediaRefusal`, `MediaFault`; what `progress` throws.
    public func draw(
        _ sheet: ContactSheet, from store: MediaStore, to path: String, progress: (Int) throws -> Void = { _ in }
    ) throws {
        try inTurn(slowQueue, AdmissionTicket()) {
            let work = try emptyFolder()
            var painter = SheetPainter(sheet)
            for (number, photo) in sheet.photos.enumerated() {
                if let pixels = try cell(photo.name, in: store, work) { painter.add(pixels, on: photo.day) }
                try progress(number + 1)
            }
            let canvas = painter.canvas
            let picture = StoredPNG.data(canvas.pixels, width: canvas.width, height: canvas.height)
            try picture.write(to: URL(fileURLWithPath: "\(work.path)/sheet.png"))
            let report = try run(
                ["copy", "sheet.png", "sheet.webp[strip,effort=3,Q=84]"], output: "sheet.webp", work)
            guard report.succeeded, try WorkFolder.byteCount("\(work.path)/sheet.webp") > 0 else {
                throw MediaFault("vips could not write a sheet: \(report.complaint)")
            }
            try WebPCleaner.clean("\(work.path)/sheet.webp")
            try FileManager.default.copyItem(atPath: "\(work.path)/sheet.webp", toPath: path)
        }
    }

    /// The middle of a photo, in a cell's size; nil if it cannot be read.
    private func cell(_ name: MediaName, in store: MediaStore, _ work: WorkFolder) throws -> [UInt8]? {
        let source = store.path(name, .medium)
        guard FileManager.default.fileExists(atPath: source) else { return nil }
        try work.take(source, as: "\(name)")
        let raw = "\(name).raw"
        let (width, height) = (SheetLayout.cellWidth, SheetLayout.cellHeight)
        let report = try run(
            ["thumbnail", "\(name)", raw, "\(width)", "--height", "\(height)", "--crop", "centre"], output: raw, work)
        guard report.succeeded, let data = FileManager.default.contents(atPath: "\(work.path)/\(raw)") else {
            return nil
        }
        return rgb(Array(data), pixels: width * height)
    }

    /// Three bytes a pixel, laid on the sheet's paper, from one to four of them: grey or RGB, with or without opacity; nil
    /// for any other length.
    private func rgb(_ bytes: [UInt8], pixels: Int) -> [UInt8]? {
        guard bytes.count % pixels == 0, case let bands = bytes.count / pixels, 1...4 ~= bands else { return nil }
        guard bands != 3 else { return bytes }
        let paper = [SheetPainter.paper.red, SheetPainter.paper.green, SheetPainter.paper.blue]
        var colours: [UInt8] = []
        colours.reserveCapacity(3 * pixels)
        for start in stride(from: 0, to: bytes.count, by: bands) {
            let opacity = bands == 1 ? 255 : Int(bytes[start + bands - 1])
            for (place, below) in paper.enumerated() {
                let own = Int(bytes[bands == 4 ? start + place : start])
                colours.append(UInt8((own * opacity + Int(below) * (255 - opacity) + 127) / 255))
            }
        }
        return colours
    }

    private func run(_ arguments: [String], output: String, _ work: WorkFolder) throws -> ChildProcess.Report {
        try tools.run(
            "vips", arguments, in: work.path, output: output,
            limits: ChildProcess.Limits(addressSpace: 3 << 30), for: .photo, environment: ["VIPSHOME": "/nonexistent"])
    }
}
