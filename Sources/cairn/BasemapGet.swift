import App
import ArgumentParser
import Curl
import Foundation
import MapDownload
import Synchronization

extension BasemapCommand {
    /// `cairn basemap get PLACE`
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a map of a place and its surroundings.",
            discussion: """
                Loads the parts of a PMTiles archive that show the place: of the newest map of the world by Protomaps, unless \
                --from or CAIRN_BASEMAP_URL names another. This is the only time that Cairn asks a server for a map. Run again \
                after a break, it goes on where it ended.
                """)

        @Argument(help: "The place, such as \"Tampere\" or \"60.17, 24.94\".")
        var place: String?

        @Option(help: "A rectangle in degrees, which the place then only names: west,south,east,north.")
        var bbox: String?

        @Option(help: "The side of the square around the place, in kilometres.")
        var km = 24.0

        @Option(help: "The closest zoom; fewer make a smaller map.")
        var zoom = BasemapDownload.maxZoom

        @Option(help: "The address of a PMTiles archive. (CAIRN_BASEMAP_URL)")
        var from: String?

        @Flag(help: "Do not ask before loading.")
        var yes = false

        @OptionGroup var target: Target

        @Option(name: .customLong("public"), help: "The folder Public of the project.")
        var publicFolder: String?

        func run() throws {
            let region = try region()
            do {
                let source = try BasemapSettings.source(from) ?? .newest()
                let download = try BasemapDownload(region, from: source, maxZoom: zoom, into: target.folder)
                Terminal.write("\(download.summary)\n")
                guard yes || Terminal.agrees(to: "Load it?") else { return }
                let name = try ProgressLine.during { line in try download.load { line.show($0, of: $1) } }
                print("added \(name): a running server has it within ten seconds")
            } catch let error as DownloadError {
                let isFile = if case .unusable = error { true } else { false }
                throw CommandFailure(message: "no map of \(region.title): \(error.reason)", code: isFile ? 65 : 69)
            }
        }

        private func region() throws -> BasemapRegion {
            guard 0...BasemapDownload.maxZoom ~= zoom else {
                throw CommandFailure.usage("--zoom \(zoom): give 0 to \(BasemapDownload.maxZoom)")
            }
            if let bbox {
                guard let region = BasemapRegion(box: bbox) else {
                    throw CommandFailure.usage(
                        "--bbox \(bbox.prefix(80)): give west,south,east,north in degrees, such as 23.6,61.4,24.0,61.6")
                }
                return place.map { region.titled($0) } ?? region
            }
            guard let place else {
                throw CommandFailure.usage("name a place, such as \"Tampere\", or give --bbox west,south,east,north")
            }
            guard BasemapRegion.sides.contains(km) else { throw CommandFailure.usage("--km \(km): give 1 to 500") }
            let finder = PlaceFinder(
                dataFolder: target.path, publicFolder: try PublicFolder.needed(publicFolder), log: try Setting.logger())
            guard let region = finder.region(around: place, side: km) else {
                throw CommandFailure.usage(
                    "no place is called \(place.prefix(60)): try a larger town, or degrees such as \"60.17, 24.94\"")
            }
            return region
        }
    }
}

/// Where maps come from.
enum BasemapSettings {
    /// - Parameter named: on the command line; nil for what the environment says.
    /// - Returns: nil where neither names one.
    /// - Throws: `CommandFailure` for an address that may not be asked, or a list that cannot be read.
    static func source(_ named: String?) throws -> BasemapDownload.Source? {
        let hosts = try Setting.hosts("CAIRN_BASEMAP_HOSTS")
        guard let address = named ?? Setting.text("CAIRN_BASEMAP_URL") else { return nil }
        if let source = BasemapDownload.Source(address, trusting: hosts) { return source }
        let advice = "if it is a server of yours, name its host and port in CAIRN_BASEMAP_HOSTS"
        guard named == nil else {
            throw CommandFailure.usage("\(address.prefix(200)) is no https address of the internet: \(advice)")
        }
        throw Setting.refusal("CAIRN_BASEMAP_URL", address, "give an https address of the internet; \(advice)")
    }
}
