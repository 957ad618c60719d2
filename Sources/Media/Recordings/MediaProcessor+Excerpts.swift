import Foundation
import Safeguards

/// What is made of a song besides itself.
public struct SongExcerpt: Sendable {
    /// The beginning of the song, AAC in M4A.
    public let preview: Prepared
    /// How loud the whole song is (EBU R 128, integrated), LUFS; nil for silence.
    public let loudness: Double?
}

extension MediaProcessor {
    /// Cuts the beginning of a stored song, and measures how loud all of it is. Takes seconds.
    ///
    /// - Parameter seconds: the length of the preview.
    /// - Throws: as `take`.
    public func excerpt(
        of name: MediaName, in store: MediaStore, seconds: Double, ticket: AdmissionTicket = AdmissionTicket()
    ) throws -> SongExcerpt {
        try inTurn(queue, ticket: ticket) {
            let work = try begin(store.path(name, .original), maxBytes: limits.bytes(for: .song))
            let finding = try sniffer.sniff("source", in: work.path, for: .song)
            guard case .audio(let container, _) = finding.kind else { throw MediaRefusal.notAccepted([.song]) }
            let made = try songs.excerpt(
                "source", container: container, probe: try probe(finding, .song), seconds: seconds, in: work.path)
            let kind = MediaKind.audio(.m4a, codec: "aac")
            return SongExcerpt(
                preview: prepared(made, finding: Sniffer.Finding(kind: kind), work: work),
                loudness: try songs.loudness("source", container, in: work.path))
        }
    }
}

extension SongProcessor {
    /// The first seconds in AAC.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func excerpt(
        _ source: String, container: MediaContainer, probe: Probe, seconds: Double, in folder: String
    ) throws -> Outcome {
        guard let audio = probe.audio else { throw MediaRefusal.broken(.song) }
        return try encode(source, container: container, stream: audio.index, rate: "96k", seconds: seconds, in: folder)
    }

    /// LUFS; nil where there is nothing to hear.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func loudness(_ source: String, _ container: MediaContainer, in folder: String) throws -> Double? {
        SongProcessor.integrated(
            try tools.measure(
                source, as: container.demuxer, ["-map", "0:a:0", "-af", "ebur128=framelog=verbose", "-f", "null", "-"],
                in: folder, limits: .transcoding, for: .song))
    }

    /// Reads "    I:         -14.3 LUFS" in the summary of the filter `ebur128`.
    static func integrated(_ report: String) -> Double? {
        guard let summary = report.range(of: "Summary:", options: .backwards)?.upperBound,
            let match = report[summary...].firstMatch(of: #/I:\s+(-?[0-9]+\.[0-9])\sLUFS/#),
            let loudness = Double(match.1),
            // Below this nothing is heard, and the filter says -70.
            loudness > -69
        else { return nil }
        return loudness
    }
}
