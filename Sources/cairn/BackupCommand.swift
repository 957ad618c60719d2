import App
import ArgumentParser

/// `cairn backup FILE`
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy database, media, maps and key into one tar file, also while serving.")

    @Argument(help: "The file to make, such as cairn.tar.")
    var file: String

    @Option(help: "The folder with database, keys and media. (CAIRN_DATA; default: ./data)")
    var data: String?

    func run() throws {
        try CommandFailure.translating {
            let summary = try Backup(dataFolder: data ?? Setting.text("CAIRN_DATA") ?? "data").write(to: file)
            print("backed up \(summary.words) to \(file)")
        }
    }
}

/// `cairn restore FILE`
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Fill an empty or missing data folder from a backup; everybody has to sign in again.")

    @Argument(help: "A file that `cairn backup` made.")
    var file: String

    @OptionGroup var files: DataOptions

    func run() throws {
        try CommandFailure.translating {
            let options = try files.command()
            // In a folder that is there root works as its owner, so that the server can read the result.
            try DataOwner.become(files.folder)
            let summary = try Restore(options).run(from: file, log: try Setting.logger())
            print("restored \(summary.words) to \(files.folder)")
        }
    }
}

/// `cairn rollback`
struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Put back the database of before an upgrade, with the older program; everybody has to sign in again.")

    @Argument(help: "A file in the folder upgrades of the data folder; without it the newest copy of this program.")
    var copy: String?

    @OptionGroup var files: DataOptions

    func run() throws {
        let options = try files.command()
        do {
            try DataOwner.become(files.folder)
            let result = try Rollback(options, log: try Setting.logger()).run(copy)
            print("put back \(result.copy); what it replaced is upgrades/\(result.replaced) in \(files.folder)")
        } catch { throw CommandFailure.unavailable("\(error)") }
    }
}

extension BackupSummary {
    fileprivate var words: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        return "\(count(accounts, "account")) and \(count(files, "media file")) (\(count(bytes, "byte")))"
    }
}

extension CommandFailure {
    /// 65 is for damaged data (sysexits.h).
    fileprivate static func translating(_ body: () throws -> Void) throws {
        do { try body() } catch let failure as BackupFailure {
            throw failure.kind == .damaged
                ? CommandFailure(message: failure.words, code: 65) : CommandFailure.usage(failure.words)
        }
    }
}
