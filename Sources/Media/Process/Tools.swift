import Foundation

/// The programs that read and write media, each run under limits.
struct Tools: Sendable {
    let child: ChildProcess

    /// - Throws: `noTool` when the program is not there; `MediaFault` when none can be started.
    func run(
        _ program: String, _ arguments: [String], in folder: String, limits: ChildProcess.Limits, for use: MediaUse,
        environment: [String: String] = [:]
    ) throws -> ChildProcess.Report {
        let report = try child.run(program, arguments, in: folder, limits: limits, environment: environment)
        if case .notFound(let name) = report.outcome { throw MediaRefusal.noTool(name) }
        if !report.succeeded, report.complaint.contains("No space left on device") {
            throw MediaFault("\(program): no space left in \(folder)", code: ENOSPC)
        }
        return report
    }

    /// Runs ffmpeg on `source`, made to use one reader, and without anything that it would add by itself.
    ///
    /// - Throws: `broken` when it fails; as `run`.
    func ffmpeg(
        _ source: String, as demuxer: String, _ arguments: [String], in folder: String, limits: ChildProcess.Limits,
        for use: MediaUse
    ) throws {
        let report = try run(
            "ffmpeg",
            [
                "-nostdin", "-hide_banner", "-v", "error", "-y", "-threads", "1", "-protocol_whitelist", "file,pipe",
                "-f", demuxer, "-i", "file:\(source)",
            ] + arguments, in: folder, limits: limits, for: use)
        guard report.succeeded else { throw MediaRefusal.broken(use) }
    }

    /// What ffprobe, with the few readers that it is allowed, says of a file.
    ///
    /// - Throws: `broken` when it makes nothing of it; as `run`.
    func probe(_ name: String, in folder: String, for use: MediaUse) throws -> Probe {
        let report = try run(
            "ffprobe",
            [
                "-v", "error", "-protocol_whitelist", "file,pipe", "-format_whitelist", Tools.readers,
                "-print_format", "json", "-show_format", "-show_streams", "file:\(name)",
            ], in: folder, limits: ChildProcess.Limits(cpuSeconds: 15, fileSize: 0, wallSeconds: 30), for: use)
        guard report.succeeded, let probe = Probe(json: report.output) else { throw MediaRefusal.broken(use) }
        return probe
    }

    private static let readers = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,ogg,mp3,flac,wav"
}
