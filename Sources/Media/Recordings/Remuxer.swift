/// Puts streams, as they are, into a new container without anything beside them: no tags, places, times, chapters,
/// subtitles, data or covers.
struct Remuxer: Sendable {
    let tools: Tools
    let limits: MediaLimits

    /// Bytes and seconds of a remux: at most lossless sound is decoded, so it is short.
    private var childLimits: ChildProcess.Limits {
        ChildProcess.Limits(fileSize: limits.songBytes + (64 << 20), wallSeconds: 90)
    }

    /// What every file that leaves here is written with.
    static let clean = [
        "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags", "+bitexact", "-bitexact",
        "-movflags", "+faststart",
    ]

    /// Units of a stream that are no picture: remarks (SEI), filling, and what is reserved or for anybody's use (ITU-T
    /// H.264, table 7-1; H.265, table 7-1). Cameras write places and times there too.
    private static let remarks = ["h264": "0|6|12|16-18|21-31", "hevc": "10-15|22-31|38-63"]

    /// Copies streams of the file `name`, of which `source` is known, and reads from `result` how long it really is.
    ///
    /// - Parameter streams: their places in the file and their codecs.
    /// - Throws: `broken`, `tooLarge`, `noTool`; `MediaFault`.
    func remux(
        _ name: String, _ container: MediaContainer, _ source: Probe, streams: [(index: Int, codec: String)],
        to result: String,
        muxer: String, in folder: String, for use: MediaUse
    ) throws -> Probe {
        var arguments = streams.flatMap { ["-map", "0:\($0.index)"] }
        // The reader of FLAC takes all that stands behind the last frame for a part of it. Encoding anew loses nothing.
        arguments += ["-c", streams.map(\.codec) == ["flac"] ? "flac" : "copy"] + Remuxer.clean
        for stream in streams {
            if let units = Remuxer.remarks[stream.codec] {
                arguments += ["-bsf:v", "filter_units=remove_types=\(units)"]
            }
        }
        if muxer == "mp3" { arguments += ["-id3v2_version", "0", "-write_id3v1", "0"] }
        try tools.ffmpeg(
            name, as: container.demuxer, arguments + ["-f", muxer], to: result, in: folder, limits: childLimits,
            for: use)
        let probe = try finished(result, in: folder, for: use)
        // What these containers say is exact, so a file with much less in it was cut off.
        if let said = source.seconds, let real = probe.seconds, [.mp4, .mov, .webm, .m4a].contains(container),
            real < said * 0.75
        {
            throw MediaRefusal.broken(use)
        }
        return probe
    }

    /// - Throws: `broken` for a result without length, `tooLarge` for one that is too long.
    func finished(_ result: String, in folder: String, for use: MediaUse) throws -> Probe {
        let probe = try tools.probe(result, in: folder, for: use)
        guard probe.seconds != nil else { throw MediaRefusal.broken(use) }
        try limits.check(probe, for: use)
        return probe
    }
}
