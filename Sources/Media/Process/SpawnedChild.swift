import CSpawn
import Foundation

/// A running program and the pipes from it. Used by one thread, from start to end.
struct SpawnedChild {
    let pid: pid_t
    private let output: Int32
    private let standardError: Int32

    /// - Throws: `MediaFault` when there are no descriptors or processes left.
    init(_ command: [String], in folder: String, environment: [String]) throws(MediaFault) {
        var pipes: [Int32] = [-1, -1, -1, -1]
        let made = pipes.withUnsafeMutableBufferPointer { pipes -> Bool in
            guard let first = pipes.baseAddress else { return false }
            return pipe2(first, O_CLOEXEC) == 0 && pipe2(first + 2, O_CLOEXEC) == 0
        }
        defer { for end in [pipes[1], pipes[3]] where end >= 0 { close(end) } }
        var pid: pid_t = 0
        let code =
            made
            ? SpawnedChild.spawn(
                &pid, command: command, in: folder, environment: environment, output: pipes[1], errors: pipes[3])
            : errno
        guard code == 0 else {
            for end in [pipes[0], pipes[2]] where end >= 0 { close(end) }
            throw MediaFault("cannot start \(command.first ?? "-"): \(String(cString: strerror(code)))")
        }
        (self.pid, output, standardError) = (pid, pipes[0], pipes[2])
        for end in [output, standardError] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    private static func spawn(
        _ pid: inout pid_t, command: [String], in folder: String, environment: [String], output: Int32,
        errors: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A server ignores SIGPIPE and may block other signals; its child processes must not.
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGXCPU, SIGXFSZ] {
            sigaddset(&defaults, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        return posix_spawn(&pid, command.first ?? "", &actions, &attributes, &arguments, &variables)
    }

    /// Reads until the program has ended or exceeds a limit, then kills the rest of its process group.
    func collect(_ limits: ChildProcess.Limits, _ isolation: Isolation) -> ChildProcess.Report {
        defer { for end in [output, standardError] { close(end) } }
        var gathered = Gathered(limit: limits.outputBytes)
        let verdict = watch(until: .now + .milliseconds(Int(limits.wallSeconds * 1_000)), &gathered)
        // Before `waitpid`: until then its process id cannot be reused.
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno == EINTR { continue }
            // Someone else has reaped it, as the kernel does when SIGCHLD is ignored: the exit status is unknown.
            status = SIGKILL
            break
        }
        if verdict == nil { read(into: &gathered) }
        let standardError = String(decoding: gathered.standardError, as: UTF8.self)
        let outcome =
            (gathered.isFull ? .tooMuchOutput : verdict)
            ?? isolation.translated(SpawnedChild.outcome(status), standardError)
        return ChildProcess.Report(outcome: outcome, output: gathered.output, standardError: standardError)
    }

    /// Nil when the program has ended by itself.
    private func watch(until deadline: ContinuousClock.Instant, _ gathered: inout Gathered) -> ChildProcess.Outcome? {
        var isOpen = true
        while !hasEnded {
            if gathered.isFull { return .tooMuchOutput }
            guard ContinuousClock.now < deadline else { return .timedOut }
            if isOpen {
                // Descendants may keep the pipes open after the program's end, so waiting for the pipes alone is not
                // enough.
                var ready = [
                    pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: standardError, events: Int16(POLLIN), revents: 0),
                ]
                if gathered.endsOutput { ready[0].fd = -1 }
                if gathered.endsComplaint { ready[1].fd = -1 }
                poll(&ready, 2, 20)
                read(into: &gathered)
                isOpen = !(gathered.endsOutput && gathered.endsComplaint)
            } else {
                usleep(500)
            }
        }
        return nil
    }

    /// Leaves the zombie in the process table, so that its process id is not reused.
    private var hasEnded: Bool {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno != EINTR }
        return info.si_signo == SIGCHLD
    }

    /// Reads what is available now.
    private func read(into gathered: inout Gathered) {
        let size = 64 << 10
        var bytes = [UInt8](repeating: 0, count: size)
        while !gathered.endsOutput && !gathered.isFull {
            let count = Foundation.read(output, &bytes, size)
            if count == 0 { gathered.endsOutput = true }
            guard count > 0 else { break }
            gathered.add(output: bytes[..<count])
        }
        // One read per turn: a program that writes errors endlessly must not keep this from checking the time.
        let count = Foundation.read(standardError, &bytes, size)
        if count == 0 { gathered.endsComplaint = true }
        if count > 0 { gathered.add(standardError: bytes[..<count]) }
    }

    private static func outcome(_ status: Int32) -> ChildProcess.Outcome {
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    private struct Gathered {
        let limit: Int
        var output: [UInt8] = []
        var standardError: [UInt8] = []
        var isFull = false
        var endsOutput = false
        var endsComplaint = false

        init(limit: Int) { self.limit = limit }

        mutating func add(output bytes: ArraySlice<UInt8>) {
            isFull = bytes.count > limit - output.count
            output.append(contentsOf: bytes.prefix(limit - output.count))
        }

        mutating func add(standardError bytes: ArraySlice<UInt8>) {
            standardError = Array((standardError + bytes).suffix(4_096))
        }
    }
}
