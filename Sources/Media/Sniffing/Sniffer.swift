import Foundation

/// Detects the kind of a file from its bytes alone; names and types from the client are ignored.
///
/// libmagic decides whether it is an image, and the header must then match that format. ffprobe, with the few allowed
/// readers, decides everything else, unless libmagic recognises something that no recording is.
struct Sniffer: Sendable {
    /// The result for a file.
    struct Finding: Sendable, Equatable {
        let kind: MediaKind
        var header: ImageHeader?
        var probe: Probe?
        var hints = MediaHints()
    }

    let tools: Tools
    let magic = Magic()

    /// Examines the file `name` in a work folder.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func sniff(_ name: String, in folder: String, for use: MediaUse) throws -> Finding {
        guard let bytes = try FileBytes(path: "\(folder)/\(name)"), bytes.count > 0 else {
            throw MediaRefusal.notAccepted([use])
        }
        let type = try magic.contentType(bytes.slice(0, min(bytes.count, 256 << 10)) ?? Data())
        if let format = Sniffer.images[type] { return try image(bytes, format, for: use) }
        guard !use.isImage, Sniffer.mayBeContainer(type) else { throw MediaRefusal.notAccepted([use]) }
        let probe: Probe
        do { probe = try tools.probe(name, in: folder, for: use) } catch MediaRefusal.broken {
            throw Sniffer.promises(type, bytes, for: use) ? MediaRefusal.broken(use) : .notAccepted([use])
        }
        guard let kind = Sniffer.kind(probe, type), use.accepts(kind) else { throw MediaRefusal.notAccepted([use]) }
        guard probe.isDecodable else { throw MediaRefusal.undecodable(use) }
        var finding = Finding(kind: kind, probe: probe)
        finding.hints = MediaHints(tags: probe.tags)
        return finding
    }

    /// Examines a file that may be one of several things.
    ///
    /// - Returns: the first of `uses` that accepts it.
    /// - Throws: as above; `notAccepted` with all of them when none does.
    func sniff(_ name: String, in folder: String, forOneOf uses: [MediaUse]) throws -> (MediaUse, Finding) {
        for use in uses {
            do { return (use, try sniff(name, in: folder, for: use)) } catch MediaRefusal.notAccepted {}
        }
        throw MediaRefusal.notAccepted(uses)
    }

    private func image(_ bytes: FileBytes, _ format: ImageFormat, for use: MediaUse) throws(MediaRefusal) -> Finding {
        guard use.accepts(.image(format)) else { throw .notAccepted([use]) }
        guard let (format, header) = Sniffer.header(bytes, format) else { throw .broken(use) }
        var finding = Finding(kind: .image(format), header: header)
        if let exif = header.exif {
            finding.hints = MediaHints(exif: bytes.clamped(exif.lowerBound, exif.count))
        }
        return finding
    }

    /// HEIF's brand alone does not tell how the image in it is coded.
    private static func header(_ bytes: FileBytes, _ format: ImageFormat) -> (ImageFormat, ImageHeader)? {
        let candidates: [ImageFormat] = format == .heic ? [.heic, .avif] : [format]
        for candidate in candidates {
            if let header = ImageHeader.read(bytes, as: candidate) { return (candidate, header) }
        }
        return nil
    }

    private static let images: [String: ImageFormat] = [
        "image/jpeg": .jpeg, "image/png": .png, "image/webp": .webp, "image/gif": .gif, "image/avif": .avif,
        "image/heic": .heic, "image/heif": .heic, "image/bmp": .bmp, "image/x-ms-bmp": .bmp, "image/tiff": .tiff,
    ]

    /// Whether an unreadable file looks like one that this use accepts.
    private static func promises(_ type: String, _ bytes: FileBytes, for use: MediaUse) -> Bool {
        let movies = ["video/mp4", "video/quicktime", "video/webm", "video/3gpp", "video/x-m4v"]
        let sounds = [
            "audio/mpeg", "audio/mp4", "audio/x-m4a", "video/mp4", "video/webm", "audio/ogg", "application/ogg",
            "audio/flac", "audio/x-wav",
        ]
        return use == .clip ? movies.contains(type) : sounds.contains(type) || bytes.isText("ID3", at: 0)
    }

    /// MP3 has no reliable magic number, so libmagic may not recognise it.
    private static func mayBeContainer(_ type: String) -> Bool {
        type.hasPrefix("video/") || type.hasPrefix("audio/") || type == "application/ogg"
            || type == "application/octet-stream"
    }

    private static func kind(_ probe: Probe, _ type: String) -> MediaKind? {
        let container: MediaContainer
        switch probe.format.split(separator: ",").first {
        case "mov" where !probe.hasVideo: container = .m4a
        case "mov": container = type == "video/quicktime" ? .mov : .mp4
        case "matroska" where type == "video/webm": container = .webm
        case "ogg": container = .ogg
        case "mp3": container = .mp3
        case "flac": container = .flac
        case "wav": container = .wav
        default: return nil
        }
        let sound = probe.audio?.codec
        if probe.hasVideo { return .video(container, video: probe.video?.codec ?? "", audio: sound) }
        return probe.hasAudio ? .audio(container, codec: sound ?? "") : nil
    }
}

extension MediaHints {
    /// From a container's tags: `+60.1699+024.9384+012/` (ISO 6709) and times with or without zone.
    init(tags: [String: String]) {
        let place = tags["com.apple.quicktime.location.iso6709"] ?? tags["location"] ?? ""
        let numbers = place.matches(of: /[+-]\d+(\.\d+)?/).prefix(2).compactMap { Double($0.output.0) }
        if numbers.count == 2 { setPlace(numbers[0], numbers[1]) }
        for key in ["com.apple.quicktime.creationdate", "creation_time"] {
            guard time == nil, let text = tags[key], let clock = MediaTime.milliseconds(text) else { continue }
            let offset = MediaTime.offset(String(text.dropFirst(19).drop { $0 == "." || $0.isNumber }))
            (time, isLocalTime) = (clock - (offset ?? 0), offset == nil)
        }
    }
}
