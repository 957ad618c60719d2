import ArgumentParser
import Curl

/// `cairn healthcheck`
struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it is ready; for containers.",
        discussion: "Ends with 0 when it is, and with 1 when it is not.")

    @Option(help: "Its port. (CAIRN_PORT; default: 8080)")
    var port: Int?

    func run() throws {
        let number = port ?? Setting.text("CAIRN_PORT").flatMap { Int($0) } ?? 8_080
        do {
            let answer = try URLProbe.get("http://127.0.0.1:\(number)/readyz", seconds: 5)
            guard answer.status == 200 else {
                throw CommandFailure(message: "it answers with \(answer.status)", code: 1)
            }
        } catch let failure as URLProbe.Failure {
            throw CommandFailure(message: "no answer on port \(number): \(failure.reason)", code: 1)
        }
        print("ready")
    }
}
