import Foundation

/// The report of ffprobe on a container.
struct Probe: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        /// Its index in the file, as `-map` names it.
        let index: Int
        let kind: String
        let codec: String
        let pixelFormat: String?
        let width: Int?
        let height: Int?
        /// Frames a second on average, or at most where the file does not say.
        var frameRate: Double? = nil
        let isCover: Bool
        /// Whether it is the one to play where there are several of its kind.
        let isDefault: Bool
        let tags: [String: String]
    }

    let format: String
    let seconds: Double?
    let streams: [Stream]
    /// Keys in lower case; the file's own tags take precedence over those of its streams.
    let tags: [String: String]

    /// Of the streams that can be decoded the default one, else the first.
    var video: Stream? { chosen("video") }
    /// As `video`. Phones put spatial sound, which only they decode, beside sound for everybody.
    var audio: Stream? { chosen("audio") }
    var cover: Stream? { streams.first { $0.isCover && Codecs.canDecode($0.codec) } }

    /// Whether it has moving pictures, in whatever codec.
    var hasVideo: Bool { !all("video").isEmpty }
    /// Whether it has sound, in whatever codec.
    var hasAudio: Bool { !all("audio").isEmpty }
    /// Whether there is a stream that can be decoded of each kind that it has.
    var isDecodable: Bool { hasVideo == (video != nil) && hasAudio == (audio != nil) }

    /// Nil for invalid JSON. Tags may have bytes that are no UTF-8.
    init?(json: [UInt8]) {
        guard let report = try? JSONDecoder().decode(Report.self, from: Probe.readable(json)),
            let format = report.format,
            let name = format.name
        else { return nil }
        self.format = name
        streams = (report.streams ?? []).map { $0.stream }
        let length = format.duration.flatMap { Double($0) }
        seconds = length.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let lists = streams.filter { !$0.isCover }.map(\.tags)
        tags = lists.reduce(Probe.lowered(format.tags)) { $0.merging($1) { first, _ in first } }
    }

    /// In lines that are no UTF-8 each byte becomes a character, as in tags that are marked as Latin-1. A tag has a line of
    /// its own.
    private static func readable(_ json: [UInt8]) -> Data {
        var text = Data(capacity: json.count)
        for line in json.split(separator: UInt8(ascii: "\n")) {
            if String(validating: line, as: UTF8.self) != nil {
                text.append(contentsOf: line)
            } else {
                for byte in line { text.append(contentsOf: String(Unicode.Scalar(byte)).utf8) }
            }
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }

    private func all(_ kind: String) -> [Stream] { streams.filter { $0.kind == kind && !$0.isCover } }

    private func chosen(_ kind: String) -> Stream? {
        let decodable = all(kind).filter { Codecs.canDecode($0.codec) }
        return decodable.first(where: \.isDefault) ?? decodable.first
    }

    private static func lowered(_ tags: [String: String]?) -> [String: String] {
        Dictionary((tags ?? [:]).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    private struct Report: Decodable {
        var format: Format?
        var streams: [Entry]?
    }

    private struct Format: Decodable {
        var name: String?
        var duration: String?
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case duration, tags
            case name = "format_name"
        }
    }

    private struct Entry: Decodable {
        var index: Int
        var kind: String?
        var codec: String?
        var pixelFormat: String?
        var width: Int?
        var height: Int?
        var averageRate: String?
        var baseRate: String?
        var disposition: [String: Int]?
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case index, width, height, disposition, tags
            case kind = "codec_type"
            case codec = "codec_name"
            case pixelFormat = "pix_fmt"
            case averageRate = "avg_frame_rate"
            case baseRate = "r_frame_rate"
        }

        /// "30000/1001".
        private func rate(_ text: String?) -> Double? {
            let parts = (text ?? "").split(separator: "/").map { Double($0) ?? 0 }
            guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
            return parts[0] / parts[1]
        }

        var stream: Stream {
            Stream(
                index: index, kind: kind ?? "", codec: codec ?? "", pixelFormat: pixelFormat,
                width: width, height: height, frameRate: rate(averageRate) ?? rate(baseRate),
                isCover: disposition?["attached_pic"] == 1, isDefault: disposition?["default"] == 1,
                tags: Probe.lowered(tags))
        }
    }
}
