import Foundation

/// Makes the sizes of an image, with libvips.
///
/// The uploaded file is decoded once, for the largest result. Each smaller size is made from the one before, which is
/// much faster and never reads the uploaded bytes again. All sizes are upright, in sRGB and without metadata: JPEG, or
/// WebP for images that are transparent, animated or drawn.
struct ImageProcessor: Sendable {
    let tools: Tools
    let limits: MediaLimits

    /// One image on its way through the sizes.
    private struct Picture {
        var name: String
        var header: ImageHeader
        var isAnimated: Bool
    }

    private enum Target {
        case jpeg, webp

        var format: ImageFormat { self == .jpeg ? .jpeg : .webp }

        /// Below quality 90 libvips halves the colour planes of a JPEG, as cameras do. A page shows many of the smallest
        /// size, as pins and portraits: at quality 60 they have three fifths of the bytes.
        func options(_ size: MediaSize) -> String {
            switch self {
            case .jpeg where size == .small: "[strip,background=255,optimize_coding,Q=60]"
            case .jpeg: "[strip,background=255,Q=\(size == .original ? 88 : 82)]"
            case .webp: "[strip,effort=2,Q=\(size == .original ? 85 : 80)]"
            }
        }
    }

    /// Makes the requested sizes in the work folder, each named after its size.
    ///
    /// - Parameters:
    ///   - name: the image in the folder; it is not changed.
    ///   - sizes: from the largest to the smallest, without gaps.
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func make(
        _ sizes: [MediaSize], of name: String, format: ImageFormat, header: ImageHeader, in folder: String,
        for use: MediaUse
    ) throws -> [MediaFile] {
        let isAnimated = use == .photo && header.frames > 1
        try limits.check(header, staysAnimated: isAnimated)
        var picture = Picture(name: name, header: header, isAnimated: isAnimated)
        if format == .bmp { picture = try bitmap(picture, in: folder, for: use) }
        let needsWebP = try isAnimated || picture.header.hasAlpha || isDrawing(picture, format, in: folder)
        let target: Target = needsWebP ? .webp : .jpeg
        var files: [MediaFile] = []
        for size in sizes {
            let result = "\(size.rawValue).\(target.format.rawValue)"
            if files.isEmpty || !fits(picture, size: size, use: use) {
                let needsModule = files.isEmpty && (format == .heic || format == .avif)
                try shrink(
                    picture, to: size, result: result, target: target, needsModule: needsModule, in: folder, for: use)
                picture.name = result
                picture.header = try finished(result, target, in: folder, for: use)
            } else {
                guard link("\(folder)/\(picture.name)", "\(folder)/\(result)") == 0 else {
                    throw MediaFault.system("link", result)
                }
            }
            files.append(try file(size, name: result, target: target, header: picture.header, in: folder))
        }
        return files
    }

    /// Screenshots and diagrams compress to less than half a byte a pixel, photos never do. As JPEG such an image is
    /// several times as large and has artefacts around its letters.
    private func isDrawing(_ picture: Picture, _ format: ImageFormat, in folder: String) throws(MediaFault) -> Bool {
        guard format == .png || format == .gif || format == .bmp else { return false }
        let bytes = try WorkFolder.byteCount("\(folder)/\(picture.name)")
        return bytes * 2 < picture.header.width * picture.header.height
    }

    /// Whether the current image can serve as this size unchanged.
    private func fits(_ picture: Picture, size: MediaSize, use: MediaUse) -> Bool {
        let (width, height) = (picture.header.width, picture.header.height)
        guard let side = size.side else { return true }
        return max(width, height) <= side && (!isSquare(size, use) || width == height)
    }

    private func isSquare(_ size: MediaSize, _ use: MediaUse) -> Bool {
        use == .avatar && (size == .medium || size == .small)
    }

    private func shrink(
        _ picture: Picture, to size: MediaSize, result: String, target: Target, needsModule: Bool,
        in folder: String, for use: MediaUse
    ) throws {
        // WebP allows one pixel less per side than the server accepts.
        let most = size.side ?? (target == .webp ? 16_383 : 16_384)
        var arguments = [
            "thumbnail", picture.name + (picture.isAnimated ? "[n=-1]" : ""), result + target.options(size),
        ]
        if isSquare(size, use) {
            let side = min(most, picture.header.width, picture.header.height)
            arguments += ["\(side)", "--height", "\(side)", "--crop", "centre"]
        } else {
            arguments.append("\(most)")
        }
        arguments += ["--size", "down", "--fail-on", "truncated", "--vips-disc-threshold=1g"]
        // Conversion takes four times as long as all the rest, so it is done only where it changes anything.
        if picture.header.needsColour { arguments += ["--export-profile", "srgb"] }
        // libvips loads its modules from below VIPSHOME. Only HEIC and AVIF need one; the others (ImageMagick, PDF,
        // slides) take half of the start-up time and are unsafe with untrusted files.
        let report = try tools.run(
            "vips", arguments, in: folder, output: result,
            limits: ChildProcess.Limits(addressSpace: 3 << 30, wallSeconds: limits.decodingSeconds), for: use,
            environment: needsModule ? [:] : ["VIPSHOME": "/nonexistent"])
        guard report.succeeded, try WorkFolder.byteCount("\(folder)/\(result)") > 0 else {
            throw Tools.refusal(report, use)
        }
    }

    /// libvips cannot read BMP; ffmpeg converts it.
    private func bitmap(_ picture: Picture, in folder: String, for use: MediaUse) throws -> Picture {
        let result = "bitmap.png"
        try tools.ffmpeg(
            picture.name, as: "bmp_pipe",
            ["-frames:v", "1", "-c:v", "png", "-compression_level", "1", "-f", "image2", "-update", "1"],
            to: result, in: folder, limits: ChildProcess.Limits(), for: use)
        guard let bytes = try FileBytes(path: "\(folder)/\(result)"), let header = ImageHeader.read(bytes, as: .png)
        else {
            throw MediaRefusal.broken(use)
        }
        return Picture(name: result, header: header, isAnimated: false)
    }

    /// Removes the metadata that libvips leaves in a result, and reads its size.
    private func finished(
        _ name: String, _ target: Target, in folder: String, for use: MediaUse
    ) throws -> ImageHeader {
        let path = "\(folder)/\(name)"
        if target == .webp { try WebPCleaner.clean(path) }
        guard let bytes = try FileBytes(path: path), let header = ImageHeader.read(bytes, as: target.format) else {
            throw MediaRefusal.broken(use)
        }
        return header
    }

    private func file(
        _ size: MediaSize, name: String, target: Target, header: ImageHeader, in folder: String
    ) throws(MediaFault) -> MediaFile {
        let path = "\(folder)/\(name)"
        return MediaFile(
            size: size, path: path, contentType: target.format.contentType, width: header.width, height: header.height,
            bytes: try WorkFolder.byteCount(path))
    }

    /// Copies the images stored under a name, to store them again beside new files.
    ///
    /// - Throws: `MediaFault` when the disk is full.
    static func kept(
        _ sizes: [MediaSize], of name: MediaName, in store: MediaStore, folder: WorkFolder
    ) throws(MediaFault) -> [MediaFile] {
        var files: [MediaFile] = []
        for size in sizes {
            guard let bytes = try FileBytes(path: store.path(name, size)) else { continue }
            for target in [Target.jpeg, .webp] {
                guard let header = ImageHeader.read(bytes, as: target.format) else { continue }
                let path = "\(folder.path)/\(size.rawValue).\(target.format.rawValue)"
                try folder.take(store.path(name, size), as: "\(size.rawValue).\(target.format.rawValue)")
                files.append(
                    MediaFile(
                        size: size, path: path, contentType: target.format.contentType, width: header.width,
                        height: header.height, bytes: bytes.count))
            }
        }
        return files
    }
}
