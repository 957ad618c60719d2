import App
import ArgumentParser
import Foundation

/// The command line. Errors are one line: what is wrong, and how to fix it.
@main
struct Cairn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cairn", abstract: "Leave notes, photos and songs at real places for your friends.",
        version: Version.text,
        subcommands: [
            Serve.self, Demo.self, SetupLink.self, AdminCommand.self, BackupCommand.self, RestoreCommand.self,
            RollbackCommand.self, BasemapCommand.self, ZonesCommand.self, Routes.self, Healthcheck.self,
            DoctorCommand.self,
        ])

    /// The program of the package, and its settings, which systemd gives to the service alone.
    private static let installed = (program: "/usr/bin/cairn", settings: "/etc/cairn/cairn.env")

    static func main() {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if program == installed.program {
            // What the environment has goes before the file.
            for (name, value) in SettingsFile.read(installed.settings) { setenv(name, value, 0) }
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch let error as CommandFailure {
            fail(error.message, error.code)
        } catch {
            let code = exitCode(for: error)
            if code == .success {
                print(fullMessage(for: error))
                return
            }
            let isUsage = code == .validationFailure
            fail(isUsage ? message(for: error) : "\(error)", isUsage ? 64 : 1)
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("cairn: \(PlainLine.text(message))\n".utf8))
        Foundation.exit(code)
    }
}

/// Why a command failed.
struct CommandFailure: Error {
    let message: String
    /// 64 for a wrong option, 65 for a file that cannot be used, 69 for what is not there, such as room on the disk, 78 for a
    /// wrong configuration (sysexits.h).
    let code: Int32

    static func data(_ message: String) -> CommandFailure { CommandFailure(message: message, code: 65) }
    static func unavailable(_ message: String) -> CommandFailure { CommandFailure(message: message, code: 69) }
    static func usage(_ message: String) -> CommandFailure { CommandFailure(message: message, code: 64) }
    static func configuration(_ message: String) -> CommandFailure { CommandFailure(message: message, code: 78) }
}
