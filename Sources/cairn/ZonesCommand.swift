import App
import ArgumentParser

/// `cairn zones`
struct ZonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zones", abstract: "The areas with songs that belong there.", subcommands: [Import.self])

    /// `cairn zones import FILE`
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a zone of each area in a property list, GeoJSON, GPX or KML file.")

        @Argument(help: "The file, such as Zones.plist.")
        var file: String

        @OptionGroup var files: DataOptions

        func run() throws {
            let app = try files.open()
            defer { app.close() }
            do {
                let (count, leftOut) = try app.zoneImport.add(file)
                for sentence in leftOut { print(sentence) }
                print("\(count) \(count == 1 ? "zone" : "zones") imported")
            } catch let refusal as ZoneImport.Refusal {
                throw CommandFailure.data("\(file) cannot be imported: \(refusal.words)")
            }
        }
    }
}
