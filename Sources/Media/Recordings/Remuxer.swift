/// Copies streams into a new container without anything else: no tags, places, times, chapters, subtitles, data or
/// covers.
struct Remuxer: Sendable {
    let tools: Tools
    let limits: MediaLimits

    /// Limits in bytes and seconds for a remux. It is short, because at most lossless sound is decoded.
    private var childLimits: ChildProcess.Limits {
        ChildProcess.Limits(fileSize: limits.songBytes + (64 << 20), wallSeconds: 90)
    }

    /// Arguments for every file that is written for other people.
    static let clean = [
        "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags", "+bitexact", "-bitexact",
        "-movflags", "+faststart",
    ]

    /// Units of a stream that are no picture: supplemental information (SEI), filler, reserved and unspecified ones
    /// (ITU-T H.264, table 7-1; H.265, table 7-1). Cameras write places and times there too.
    private static let remarks = ["h264": "0|6|12|16-18|21-31", "hevc": "10-15|22-31|38-63"]

    /// Copies streams of the file `name`, whose report is `source`, and reads the real duration from the result.
    ///
    /// - Parameter streams: their indexes in the file and their codecs.
    /// - Throws: `broken`, `tooLarge`, `noTool`; `MediaFault`.
    func remux(
        _ name: String, container: MediaContainer, source: Probe, streams: [(index: Int, codec: String)],
        to result: String,
        muxer: String, in folder: String, for use: MediaUse
    ) throws -> Probe {
        var arguments = ["-t", "\(limits.cutoff(for: use))"] + streams.flatMap { ["-map", "0:\($0.index)"] }
        // The FLAC reader treats everything after the last frame as a part of it. Encoding again is lossless.
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
        // The duration in these containers is exact, so a file with much less content was truncated.
        if let said = source.seconds, let real = probe.seconds, [.mp4, .mov, .webm, .m4a].contains(container),
            real < said * 0.75
        {
            throw MediaRefusal.broken(use)
        }
        return probe
    }

    /// - Throws: `broken` for a result without duration, `tooLarge` for one that is too long.
    func finished(_ result: String, in folder: String, for use: MediaUse) throws -> Probe {
        let probe = try tools.probe(result, in: folder, for: use)
        guard probe.seconds != nil else { throw MediaRefusal.broken(use) }
        try limits.check(probe, for: use)
        return probe
    }
}
