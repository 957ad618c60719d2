/// Prepares songs: streams that every browser plays are copied, and the cover becomes an image.
struct SongProcessor: Sendable {
    let tools: Tools
    let sniffer: Sniffer
    let limits: MediaLimits
    private var remuxer: Remuxer { Remuxer(tools: tools, limits: limits) }

    /// The result for a song.
    struct Outcome: Sendable {
        var files: [MediaFile]
        var seconds: Double?
        var tags: SongTags?
        var needsTranscoding: Bool
    }

    /// Whether every browser plays a song.
    static func isPlayable(_ container: MediaContainer, codec: String) -> Bool {
        switch container {
        case .mp3: codec == "mp3"
        case .m4a: codec == "aac"
        case .ogg, .webm: ["opus", "vorbis"].contains(codec)
        case .flac: codec == "flac"
        case .wav: ["pcm_s16le", "pcm_u8", "pcm_s24le", "pcm_f32le"].contains(codec)
        default: false
        }
    }

    /// - Throws: `MediaRefusal`, `MediaFault`.
    func make(_ source: String, container: MediaContainer, probe: Probe, in folder: String) throws -> Outcome {
        try limits.check(probe, for: .song)
        guard let audio = probe.audio else { throw MediaRefusal.broken(.song) }
        let isPlayable = SongProcessor.isPlayable(container, codec: audio.codec)
        let result = "original.\(container.rawValue)"
        let muxer = container == .m4a ? SongProcessor.muxer(audio.codec) : container.muxer
        var (name, stream) = (source, audio.index)
        if container == .mp3, audio.codec == "mp3" {
            (name, stream) = ("frames.mp3", 0)
            try MP3Frames.copy("\(folder)/\(source)", to: "\(folder)/\(name)")
        }
        let finished = try remuxer.remux(
            name, container: container, source: probe, streams: [(stream, audio.codec)], to: result, muxer: muxer,
            in: folder, for: .song)
        let song = try file(result, container, in: folder)
        return Outcome(
            files: [song] + (try cover(source, container: container, probe: probe, in: folder)),
            seconds: finished.seconds,
            tags: SongTags(probe.tags), needsTranscoding: !isPlayable)
    }

    /// The M4A writer accepts only AAC and ALAC; until it is transcoded, Opus and FLAC are held by MP4, the others by MOV.
    private static func muxer(_ codec: String) -> String {
        switch codec {
        case "aac", "alac": MediaContainer.m4a.muxer
        case "opus", "flac": MediaContainer.mp4.muxer
        default: MediaContainer.mov.muxer
        }
    }

    /// AAC in M4A.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func transcode(_ source: String, container: MediaContainer, probe: Probe, in folder: String) throws -> Outcome {
        try limits.check(probe, for: .song)
        guard let audio = probe.audio else { throw MediaRefusal.broken(.song) }
        return try encode(
            source, container: container, stream: audio.index, rate: "160k", seconds: limits.cutoff(for: .song),
            in: folder)
    }

    /// - Parameters:
    ///   - rate: bits a second.
    ///   - seconds: how much of it is encoded at most.
    func encode(
        _ source: String, container: MediaContainer, stream: Int, rate: String, seconds: Double, in folder: String
    ) throws -> Outcome {
        let result = "original.m4a"
        try tools.ffmpeg(
            source, as: container.demuxer,
            ["-t", "\(seconds)", "-map", "0:\(stream)", "-c:a", "aac", "-b:a", rate, "-ac", "2", "-threads", "1"]
                + Remuxer.clean + ["-f", "ipod"], to: result, in: folder, limits: .transcoding, for: .song)
        let finished = try remuxer.finished(result, in: folder, for: .song)
        return Outcome(
            files: [try file(result, .m4a, in: folder)], seconds: finished.seconds, tags: nil,
            needsTranscoding: false)
    }

    private func file(_ name: String, _ container: MediaContainer, in folder: String) throws -> MediaFile {
        let path = "\(folder)/\(name)"
        return MediaFile(
            size: .original, path: path, contentType: container.soundContentType, width: nil, height: nil,
            bytes: try WorkFolder.byteCount(path))
    }

    /// The cover is checked like any uploaded image. If it is refused, the song has no cover.
    private func cover(
        _ source: String, container: MediaContainer, probe: Probe, in folder: String
    ) throws -> [MediaFile] {
        guard let stream = probe.cover else { return [] }
        do {
            try tools.ffmpeg(
                source, as: container.demuxer,
                ["-map", "0:\(stream.index)", "-c", "copy", "-frames:v", "1", "-f", "rawvideo"], to: "cover",
                in: folder,
                limits: ChildProcess.Limits(cpuSeconds: 10, wallSeconds: 30), for: .song)
            let finding = try sniffer.sniff("cover", in: folder, for: .avatar)
            guard case .image(let format) = finding.kind, let header = finding.header else { return [] }
            return try ImageProcessor(tools: tools, limits: limits).make(
                [.large, .medium, .small], of: "cover", format: format, header: header, in: folder, for: .song)
        } catch is MediaRefusal {
            return []
        }
    }
}
