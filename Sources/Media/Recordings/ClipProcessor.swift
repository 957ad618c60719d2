/// Prepares clips: streams that every browser plays are copied, and a frame becomes the poster.
struct ClipProcessor: Sendable {
    let tools: Tools
    let limits: MediaLimits
    private var remuxer: Remuxer { Remuxer(tools: tools, limits: limits) }

    /// The result for a clip.
    struct Outcome: Sendable {
        var files: [MediaFile]
        var seconds: Double?
        var needsTranscoding: Bool
    }

    /// Whether every browser plays a clip.
    static func isPlayable(_ container: MediaContainer, _ probe: Probe) -> Bool {
        guard let video = probe.video, ["yuv420p", "yuvj420p"].contains(video.pixelFormat) else { return false }
        let sound = probe.audio?.codec
        switch container {
        case .mp4, .mov: return video.codec == "h264" && [nil, "aac", "mp3"].contains(sound)
        case .webm: return ["vp8", "vp9"].contains(video.codec) && [nil, "opus", "vorbis"].contains(sound)
        default: return false
        }
    }

    /// - Throws: `MediaRefusal`, `MediaFault`.
    func make(_ source: String, container: MediaContainer, probe: Probe, in folder: String) throws -> Outcome {
        try limits.check(probe, for: .clip)
        let isPlayable = ClipProcessor.isPlayable(container, probe)
        if !isPlayable { try limits.checkTranscoding(probe) }
        // Until it is transcoded, a clip is stored in MOV, which holds any stream of phones but those of recorders in pages.
        let needsMP4 = probe.video.map { ["av1", "vp9"].contains($0.codec) } == true || probe.audio?.codec == "opus"
        let target: MediaContainer = container == .webm ? .webm : isPlayable || needsMP4 ? .mp4 : .mov
        let result = "original.\(target.rawValue)"
        let finished = try remuxer.remux(
            source, container: container, source: probe,
            streams: [probe.video, probe.audio].compactMap { $0.map { ($0.index, $0.codec) } },
            to: result, muxer: target.muxer, in: folder,
            for: .clip)
        return try outcome(result, container: target, probe: finished, in: folder, needsTranscoding: !isPlayable)
    }

    /// H.264 and AAC in MP4, at most 1,920 pixels a side. Takes about as long as the clip plays, or several times that.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func transcode(_ source: String, container: MediaContainer, probe: Probe, in folder: String) throws -> Outcome {
        try limits.check(probe, for: .clip)
        let result = "original.mp4"
        let streams = [probe.video, probe.audio].compactMap { $0 }.flatMap { ["-map", "0:\($0.index)"] }
        let scale =
            "scale=w='min(1920,iw)':h='min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2"
        try tools.ffmpeg(
            source, as: container.demuxer,
            ["-t", "\(limits.cutoff(for: .clip))"] + streams + [
                "-vf", scale, "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p", "-c:a",
                "aac", "-ac", "2", "-b:a", "128k", "-threads", "1",
            ] + Remuxer.clean + ["-f", "mp4"], to: result, in: folder, limits: .transcoding, for: .clip)
        let finished = try remuxer.finished(result, in: folder, for: .clip)
        return try outcome(result, container: .mp4, probe: finished, in: folder, needsTranscoding: false)
    }

    private func outcome(
        _ name: String, container: MediaContainer, probe: Probe, in folder: String, needsTranscoding: Bool
    ) throws -> Outcome {
        let path = "\(folder)/\(name)"
        let poster = try poster(name, container: container, probe: probe, in: folder)
        let file = MediaFile(
            size: .original, path: path, contentType: container.contentType, width: poster.width,
            height: poster.height, bytes: try WorkFolder.byteCount(path))
        return Outcome(files: [file] + poster.files, seconds: probe.seconds, needsTranscoding: needsTranscoding)
    }

    /// A frame from the first quarter, at most one second in: first frames are often black. ffmpeg rotates it upright,
    /// so its size is the display size of the clip.
    private func poster(
        _ name: String, container: MediaContainer, probe: Probe, in folder: String
    ) throws -> (files: [MediaFile], width: Int, height: Int) {
        let picture = "poster.png"
        let start = min(1, (probe.seconds ?? 0) / 4)
        var header: ImageHeader?
        // A clip with few frames may have none after that moment.
        for moment in [start, 0] where header == nil {
            try tools.ffmpeg(
                name, as: container.demuxer,
                [
                    "-ss", "\(moment)", "-map", "0:v:0", "-frames:v", "1", "-c:v", "png", "-pix_fmt", "rgb24",
                    "-compression_level", "1", "-f", "image2", "-update", "1",
                ], to: picture, in: folder, limits: ChildProcess.Limits(), for: .clip)
            header = try FileBytes(path: "\(folder)/\(picture)").flatMap { ImageHeader.read($0, as: .png) }
        }
        guard let header else { throw MediaRefusal.broken(.clip) }
        let files = try ImageProcessor(tools: tools, limits: limits).make(
            [.large, .medium, .small], of: picture, format: .png, header: header, in: folder, for: .clip)
        return (files, header.width, header.height)
    }
}

extension ChildProcess.Limits {
    /// For background work.
    static let transcoding = ChildProcess.Limits(cpuSeconds: 1_800, wallSeconds: 3_600, nice: 15)
}
