import Foundation

/// The programs that read and write media, each run under limits.
struct Tools: Sendable {
    let child: ChildProcess

    /// - Throws: `noTool` when the program is not installed; `MediaFault` when none can be started.
    func run(
        _ program: String, _ arguments: [String], in folder: String, output: String? = nil,
        limits: ChildProcess.Limits, for use: MediaUse, environment: [String: String] = [:]
    ) throws -> ChildProcess.Report {
        let report = try child.run(
            program, arguments, in: folder, output: output, limits: limits, environment: environment)
        if case .notFound(let name) = report.outcome { throw MediaRefusal.noTool(name) }
        if !report.succeeded, report.complaint.contains("No space left on device") {
            throw MediaFault("\(program): no space left in \(folder)", code: ENOSPC)
        }
        return report
    }

    /// Why a file is refused, derived from how the program that read it ended.
    static func refusal(_ report: ChildProcess.Report, _ use: MediaUse) -> MediaRefusal {
        switch report.outcome {
        case _ where report.complaint.contains("not on whitelist"): .notAccepted([use])
        // The limit of processor time ends a program by SIGKILL, and so does a kernel without memory.
        case .timedOut, .signalled(SIGKILL): .tooHard(use)
        default: .broken(use)
        }
    }

    /// Runs ffmpeg on `source` with one fixed reader, and suppresses everything that it adds on its own.
    ///
    /// - Parameter output: the file that it writes, in the folder.
    /// - Throws: `broken` or `tooHard` when it fails; as `run`.
    func ffmpeg(
        _ source: String, as demuxer: String, _ arguments: [String], to output: String, in folder: String,
        limits: ChildProcess.Limits, for use: MediaUse
    ) throws {
        let report = try run(
            "ffmpeg",
            [
                "-nostdin", "-hide_banner", "-v", "error", "-y", "-threads", "1", "-protocol_whitelist", "file,pipe",
                "-codec_whitelist", Codecs.decoders, "-f", demuxer, "-i", "file:\(source)",
            ] + arguments + ["file:\(output)"], in: folder, output: output, limits: limits, for: use)
        guard report.succeeded else { throw Tools.refusal(report, use) }
    }

    /// Runs ffmpeg on `source` as above, and returns what it says; it writes nothing.
    ///
    /// - Throws: as `ffmpeg`.
    func measure(
        _ source: String, as demuxer: String, _ arguments: [String], in folder: String, limits: ChildProcess.Limits,
        for use: MediaUse
    ) throws -> String {
        let report = try run(
            "ffmpeg",
            [
                "-nostdin", "-hide_banner", "-nostats", "-v", "info", "-threads", "1", "-protocol_whitelist",
                "file,pipe", "-codec_whitelist", "\(Codecs.decoders),wrapped_avframe", "-f", demuxer, "-i",
                "file:\(source)",
            ] + arguments, in: folder, limits: limits, for: use)
        guard report.succeeded else { throw Tools.refusal(report, use) }
        return report.complaint
    }

    /// The report of ffprobe, with the few allowed readers, on a file. It does not replace what is no UTF-8: old tags are
    /// in another encoding.
    ///
    /// - Throws: `broken` or `tooHard` when it cannot read it, `notAccepted` for a codec not on the list; as `run`.
    func probe(_ name: String, in folder: String, for use: MediaUse) throws -> Probe {
        let report = try run(
            "ffprobe",
            [
                "-v", "error", "-protocol_whitelist", "file,pipe", "-format_whitelist", Tools.readers,
                "-codec_whitelist", Codecs.decoders,
                "-print_format", "json=string_validation=ignore", "-show_format", "-show_streams", "file:\(name)",
            ], in: folder, limits: ChildProcess.Limits(cpuSeconds: 15, fileSize: 0, wallSeconds: 30), for: use)
        guard report.succeeded, let probe = Probe(json: report.output) else { throw Tools.refusal(report, use) }
        return probe
    }

    private static let readers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,ogg,mp3,flac,wav"
}
