import ArgumentParser
import Curl

/// `cairn healthcheck`
struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it is ready; for containers.",
        discussion: "Ends with 0 when it is, and with 1 when it is not.")

    @Option(help: "The server's port. (CAIRN_PORT; default: 8080)")
    var port: String?

    func run() throws {
        let number = try Setting.port(port)
        do {
            let answer = try URLProbe.get("http://127.0.0.1:\(number)/readyz", seconds: 5)
            guard answer.status == 200 else {
                throw CommandFailure(message: "the server answers \(answer.status): \(answer.body)", code: 1)
            }
        } catch let failure as URLProbe.Failure {
            throw CommandFailure(message: "no answer on port \(number): \(failure.reason)", code: 1)
        }
        print("ready")
    }
}
