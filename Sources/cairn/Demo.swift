import App
import ArgumentParser
import Foundation

/// `cairn demo`
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the demo world: eight friends in central Helsinki, and what they left for each other.")

    @Flag(help: "Delete the world that is there and make a new one.")
    var reset = false

    @Option(help: "The password of all eight; random unless given.")
    var password: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        if let password, !(8...1_024).contains(password.utf8.count) {
            throw CommandFailure.usage("--password needs 8 to 1,024 characters")
        }
        let options = try files.site()
        try requirePictures(options)
        let world = DemoWorld(options)
        do {
            let made = try world.make(password: password, reset: reset, log: try Setting.logger())
            print("names: \(made.names.joined(separator: " "))")
            print("password: \(made.password)")
        } catch let failure as DemoWorld.Occupied {
            throw CommandFailure.configuration(
                "\(failure.folder) holds another site's data: choose another --data folder for the demo world")
        } catch let failure as BackupFailure {
            throw CommandFailure.configuration(failure.words)
        }
    }

    private func requirePictures(_ options: AppOptions) throws {
        guard let pictures = options.publicFolder.map({ DemoWorld.pictures(in: $0) }),
            !FileManager.default.fileExists(atPath: pictures)
        else { return }
        throw CommandFailure.configuration(
            "the demo world's pictures are missing: \(pictures) is not there, copy it from the project's Public/demo")
    }
}
