import App
import ArgumentParser
import Foundation

/// `cairn admin`
struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Who looks after the site.", subcommands: [Add.self, List.self])

    /// `cairn admin add USERNAME --email E`
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make somebody an administrator; the password of a new account comes from standard input.")

        @Argument(help: "The name; an account that is there keeps its password.")
        var username: String

        @Option(help: "The e-mail address of the administrator.")
        var email: String

        @OptionGroup var files: DataOptions

        func run() throws {
            let app = try files.open()
            defer { app.close() }
            do {
                let password = Terminal.readPassword("Password for \(username): ")
                switch try app.administrators.add(username, email: email, password: password) {
                case .made:
                    print("\(username) is an administrator and can sign in")
                    if !app.administrators.knowsCommonPasswords { Add.tellUncompared() }
                case .promoted: print("\(username) is an administrator; the password is what it was")
                }
            } catch let refusal as Administrators.Refusal {
                throw CommandFailure.usage("\(username) cannot be made an administrator: \(refusal.words)")
            }
        }

        private static func tellUncompared() {
            let line =
                "the list of common passwords in the folder Public was not found: the password was not compared with it\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    /// `cairn admin list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the administrators, one a line.")

        @OptionGroup var files: DataOptions

        func run() throws {
            let app = try files.open()
            defer { app.close() }
            for name in try app.administrators.names() { print(name) }
        }
    }
}

/// Reads input from a terminal or a pipe.
enum Terminal {
    /// The first line of standard input; at a terminal, prompts for it and hides it.
    static func readPassword(_ prompt: String) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
        FileHandle.standardError.write(Data(prompt.utf8))
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine() ?? ""
    }
}
