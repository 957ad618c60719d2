import Database
import Proximity

/// Taking one's data along, and leaving.
enum LeavingExamples {
    static let all: [GalleryEntry] = [
        .page("empty") { export($0, nil, Problems()) },
        .page("wrong") { export($0, nil, LeavingExamples.wrong) },
        .page("under way") { export($0, stored($0, percent: 42), Problems()) },
        .page("ready") { export($0, stored($0, percent: 100, bytes: 12_400_000), Problems()) },
        .page("failed") { export($0, stored($0, percent: 7, hasFailed: true), Problems()) },
        .page("usual") { delete($0, "aino_k", Problems()) },
        .page("wrong") { delete($0, Stage.longName, LeavingExamples.wrong) },
        .page("administrator") { delete($0, "aino_k", isAdministrator: true, Problems()) },
        .page("last administrator") { delete($0, "aino_k", isAdministrator: true, isLast: true, Problems()) },
        .part("left") { _ in AvatarPart(Departure.name) },
    ]

    private static let wrong = Problems("password", "That is not your password.")

    private static func export(
        _ stage: Stage, _ stored: LeavingQueries.Stored?, _ problems: Problems
    ) -> ExportPage {
        ExportPage(frame: stage.frame("Take your data along", .settings), stored, stage.words, problems)
    }

    private static func stored(
        _ stage: Stage, percent: Int, bytes: Int? = nil, hasFailed: Bool = false
    ) -> LeavingQueries.Stored {
        LeavingQueries.Stored(
            account: stage.viewer.id, file: "0123456789abcdefghijklmnopq", percent: percent, bytes: bytes,
            createdAt: stage.ago(1), finishedAt: bytes == nil ? nil : stage.now, hasFailed: hasFailed)
    }

    private static func delete(
        _ stage: Stage, _ name: String, isAdministrator: Bool = false, isLast: Bool = false, _ problems: Problems
    ) -> DeletePage {
        DeletePage(
            frame: stage.frame("Delete your account", .settings), username: name, isAdministrator: isAdministrator,
            isLastAdministrator: isLast, problems)
    }
}
