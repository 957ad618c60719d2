import App
import ArgumentParser
import Curl
import Foundation

/// `cairn basemap`
struct BasemapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "basemap", abstract: "The maps of the ground that the site draws.",
        subcommands: [Get.self, Add.self, List.self, Remove.self, Order.self])

    /// The folder that all of these change.
    struct Folder: ParsableArguments {
        @Option(help: "The folder with database, keys and media. (CAIRN_DATA; default: ./data)")
        var data: String?

        var path: String { data ?? Setting.text("CAIRN_DATA") ?? "data" }
        var maps: BasemapFolder { BasemapFolder(dataFolder: path) }

        /// What the host asked for, or why not in one line.
        func change<Value>(_ what: String, _ body: (BasemapFolder) throws -> Value) throws -> Value {
            do { return try body(maps) } catch let refusal as BasemapFolder.Refusal {
                throw CommandFailure(message: "\(what): \(refusal.reason)", code: refusal.isElsewhere ? 69 : 65)
            }
        }
    }

    /// `cairn basemap add FILE`
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a file of map tiles (.mbtiles or .pmtiles) and copy it into the data folder.",
            discussion: """
                A running server takes it up within ten seconds. Of an extract of OpenStreetMap (.osm.pbf) a map is made first, by \
                Debian's tilemaker; that takes seconds for a town and hours for a large country.
                """)

        @Argument(help: "The file, such as helsinki.pmtiles.")
        var file: String

        @Option(name: .customLong("public"), help: "The folder with style sheets, scripts and fonts.")
        var publicFolder: String?

        @OptionGroup var folder: Folder

        func run() throws {
            let name = URL(filePath: file).lastPathComponent
            guard OSMExtract.isExtract(name) else {
                return print(try folder.change("\(file) cannot be used") { try $0.add(file) })
            }
            let extract = OSMExtract(
                URL(filePath: file).path, descriptions: try PublicFolder.find(publicFolder) + "/basemap")
            let shown = ProgressLine()
            let made = try folder.change("\(file) cannot be used") {
                try extract.makeMap(OSMExtract.mapName(name), in: $0) { done, whole in
                    shown.show(whole > 0 ? 100 * done / whole : 0, whole > 0 ? "\(done) of \(whole) tiles" : "reading")
                }
            }
            shown.end()
            print(made)
        }
    }

    /// `cairn basemap list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Name the site's maps, those first that lie over others.")

        @OptionGroup var folder: Folder

        func run() throws {
            let lines = try folder.change("cannot list the maps") { try $0.list() }
            print(lines.isEmpty ? "no maps" : lines.joined(separator: "\n"))
        }
    }

    /// `cairn basemap remove NAME`
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a map.")

        @Argument(help: "Its name, as list says it.")
        var name: String

        @OptionGroup var folder: Folder

        func run() throws { print(try folder.change("cannot remove a map") { try $0.remove(name) }) }
    }

    /// `cairn basemap order NAME…`
    struct Order: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put maps in order: each lies over those behind it.")

        @Argument(help: "Their names, as list says them. Those that are left out follow.")
        var names: [String]

        @OptionGroup var folder: Folder

        func run() throws {
            print(try folder.change("cannot put the maps in order") { try $0.order(names) }.joined(separator: "\n"))
        }
    }
}
