import App
import ArgumentParser

/// `cairn basemap`
struct BasemapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "basemap", abstract: "The maps of the ground that the site draws.", subcommands: [Add.self])

    /// `cairn basemap add FILE`
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a map, MBTiles or PMTiles, and copy it into the data folder.")

        @Argument(help: "The file, such as helsinki.mbtiles.")
        var file: String

        @Option(help: "The folder with database, keys and media. (CAIRN_DATA; default: ./data)")
        var data: String?

        func run() throws {
            let folder = data ?? Setting.text("CAIRN_DATA") ?? "data"
            do {
                print(try BasemapImport(dataFolder: folder).add(file))
            } catch let refusal as BasemapImport.Refusal {
                throw CommandFailure.data("\(file) cannot be used: \(refusal.words)")
            }
        }
    }
}
