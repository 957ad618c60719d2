/// A run of a program on the files of a folder.
public struct ProgramRun: Sendable {
    /// Its name, without folder.
    public let program: String
    /// What it is told; names of files are relative to the folder.
    public let arguments: [String]
    /// The folder with the files that it may read.
    public let folder: String
    /// The one file of the folder that it may write.
    public let output: String?
    /// What it may use.
    public let limits: ChildProcess.Limits
    /// Variables in addition to those that every program gets.
    public let environment: [String: String]
}

/// Asked before a program runs on an upload, with the way to run it: returns what came of it.
///
/// For the tests of an app, which process the same few files hundreds of times. One that gives the report of an earlier run
/// has written the output of that run first.
public typealias ProgramMemo =
    @Sendable (
        _ run: ProgramRun, _ start: () throws -> ChildProcess.Report
    ) throws -> ChildProcess.Report
