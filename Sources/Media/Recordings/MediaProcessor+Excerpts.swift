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
        try inTurn(queue, ticket) {
            let work = try begin(store.path(name, .original), maxBytes: limits.bytes(for: .song))
            let finding = try sniffer.sniff("source", in: work.path, for: .song)
            guard case .audio(let container, _) = finding.kind else { throw MediaRefusal.notAccepted([.song]) }
            let source = try probe(finding, .song)
            let made = try songs.excerpt("source", container, source, seconds: seconds, in: work.path)
            let kind = MediaKind.audio(.m4a, codec: "aac")
            return SongExcerpt(
                preview: prepared(made, Sniffer.Finding(kind: kind), work),
                loudness: try songs.loudness("source", container, source, in: work.path))
        }
    }
}

extension SongWorks {
    /// The first seconds in AAC.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func excerpt(
        _ source: String, _ container: MediaContainer, _ probe: Probe, seconds: Double, in folder: String
    ) throws -> Outcome {
        guard let audio = probe.audio else { throw MediaRefusal.broken(.song) }
        return try encode(source, container, audio.index, rate: "96k", ["-t", "\(seconds)"], in: folder)
    }

    /// LUFS; nil where there is nothing to hear.
    ///
    /// - Throws: `MediaRefusal`, `MediaFault`.
    func loudness(
        _ source: String, _ container: MediaContainer, _ probe: Probe, in folder: String
    ) throws -> Double? {
        guard let audio = probe.audio else { throw MediaRefusal.broken(.song) }
        return SongWorks.integrated(
            try tools.measure(
                source, as: container.demuxer,
                ["-map", "0:\(audio.index)", "-af", "ebur128=framelog=verbose", "-f", "null", "-"], in: folder,
                limits: .transcoding, for: .song))
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
