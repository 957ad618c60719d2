import App
import ArgumentParser
import Foundation

/// `cairn basemap`
struct BasemapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "basemap",
        abstract: "The maps of the ground that the site draws. A running server takes changes up within seconds.",
        subcommands: [Get.self, Add.self, List.self, Remove.self, Order.self])

    /// The folder that all of them work on.
    struct Target: ParsableArguments {
        @Option(help: "The folder with database, keys and media. (CAIRN_DATA; default: ./data)")
        var data: String?

        var path: String { data ?? Setting.text("CAIRN_DATA") ?? "data" }
        var folder: BasemapFolder { BasemapFolder(dataFolder: path) }
    }

    /// `cairn basemap add FILE`
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a map, MBTiles or PMTiles, and copy it into the data folder.",
            discussion: """
                Of an extract of OpenStreetMap, whose name ends in .osm.pbf, a map is made first, by the program tilemaker: in \
                seconds for a town; a country takes long, and much memory.
                """)

        @Argument(help: "The file, such as helsinki.pmtiles.")
        var file: String

        @OptionGroup var target: Target

        @Option(name: .customLong("public"), help: "The folder Public of the project.")
        var publicFolder: String?

        func run() throws {
            let isExtract = OSMExtract.isName(URL(filePath: file).lastPathComponent)
            let layout = isExtract ? try PublicFolder.needed(publicFolder) : nil
            do throws(BasemapRefusal) { print(try added(layout)) } catch {
                throw CommandFailure(error, before: "\(file) cannot be \(error.isElsewhere ? "added" : "used"): ")
            }
        }

        /// - Parameter layout: the folder Public, for an extract.
        private func added(_ layout: String?) throws(BasemapRefusal) -> String {
            guard let layout else { return try target.folder.add(file) }
            // Before it is found out how programs can be isolated.
            try target.folder.becomeOwner()
            let tilemaker = Tilemaker(publicFolder: layout)
            return try ProgressLine.during { line throws(BasemapRefusal) in
                try target.folder.add(extract: file, by: tilemaker) { line.show($0, $1) }
            }
        }
    }

    /// `cairn basemap list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The maps, those first that lie over others.")

        @OptionGroup var target: Target

        func run() throws {
            let lines = try target.folder.list()
            print(lines.isEmpty ? "no maps" : lines.joined(separator: "\n"))
        }
    }

    /// `cairn basemap remove NAME`
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a map.")

        @Argument(help: "Its name, with or without the ending.")
        var name: String

        @OptionGroup var target: Target

        func run() throws {
            do { print("removed \(try target.folder.remove(name))") } catch let refusal as BasemapRefusal {
                throw CommandFailure(refusal)
            }
        }
    }

    /// `cairn basemap order NAME…`
    struct Order: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say which maps lie over others, where several cover a place.")

        @Argument(help: "Their names, the topmost first. Maps that are not named follow.")
        var names: [String]

        @OptionGroup var target: Target

        func run() throws {
            do { print(try target.folder.order(names).joined(separator: "\n")) } catch let refusal as BasemapRefusal {
                throw CommandFailure(refusal)
            }
        }
    }
}

extension CommandFailure {
    fileprivate init(_ refusal: BasemapRefusal, before words: String = "") {
        self = refusal.isElsewhere ? .unavailable(words + refusal.words) : .data(words + refusal.words)
    }
}
