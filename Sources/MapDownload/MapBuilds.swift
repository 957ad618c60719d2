import Curl
import Foundation

/// The daily builds of a map of the whole world by Protomaps.
public enum MapBuilds {
    /// The list of builds, and where they lie.
    public static let list = "https://build-metadata.protomaps.dev/builds.json"
    static let folder = "https://build.protomaps.com/"

    private static let maxListBytes = 4 << 20

    private struct Build: Decodable {
        let key: String
        let version: String?
    }

    /// The address of the newest build in the schema that can be drawn.
    ///
    /// - Throws: `DownloadError`.
    public static func newest(_ settings: DownloadSettings = DownloadSettings()) throws(DownloadError) -> String {
        guard let url = CheckedURL(list, trusting: .none) else { throw .refused("no address") }
        let json = try RangeClient(url, settings).whole(limit: maxListBytes)
        guard let key = newest(in: json) else { throw .refused("its list of maps is empty") }
        return folder + key
    }

    /// The key of the newest build of version 4 in a list.
    static func newest(in json: [UInt8]) -> String? {
        let builds = (try? JSONDecoder().decode([Build].self, from: Data(json))) ?? []
        return builds.filter { build in
            // The key becomes a part of an address.
            build.version?.hasPrefix("4") ?? false && build.key.wholeMatch(of: #/[0-9]{8}\.pmtiles/#) != nil
        }.map { $0.key }.max()
    }
}
