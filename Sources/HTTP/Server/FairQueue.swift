/// Jobs of many owners, who take turns. Each has only so many that run at a time, so that the slow ones of one owner never
/// hold all threads; what is nobody's has no such limit.
struct FairQueue<Job> {
    /// Whose a job is; nil for nobody's.
    typealias Owner = Int?

    private struct Jobs {
        var waiting = FIFO<Job>()
        var running = 0
        var hasTurn = false
    }

    private var jobs: [Owner: Jobs] = [:]
    /// Those who have a job that may run now.
    private var turns = FIFO<Owner>()
    private let maxRunning: Int
    /// The jobs that wait.
    private(set) var waiting = 0

    /// - Parameter maxRunning: jobs of one owner that run at a time.
    init(maxRunning: Int) { self.maxRunning = maxRunning }

    /// Whether a job may run now.
    var hasNext: Bool { !turns.isEmpty }

    /// How many jobs of an owner wait.
    func waiting(of owner: Owner) -> Int { jobs[owner]?.waiting.count ?? 0 }

    mutating func append(_ job: Job, of owner: Owner) {
        jobs[owner, default: Jobs()].waiting.append(job)
        waiting += 1
        takeTurn(owner)
    }

    /// The next job and whose it is. Call `ended` when it has run.
    mutating func next() -> (job: Job, owner: Owner)? {
        guard let owner = turns.popFirst(), let job = jobs[owner]?.waiting.popFirst() else { return nil }
        waiting -= 1
        jobs[owner]?.running += 1
        jobs[owner]?.hasTurn = false
        takeTurn(owner)
        return (job, owner)
    }

    mutating func ended(of owner: Owner) {
        jobs[owner]?.running -= 1
        takeTurn(owner)
        if let left = jobs[owner], left.running == 0, left.waiting.isEmpty { jobs[owner] = nil }
    }

    private mutating func takeTurn(_ owner: Owner) {
        guard let own = jobs[owner], !own.hasTurn, !own.waiting.isEmpty, owner == nil || own.running < maxRunning
        else { return }
        jobs[owner]?.hasTurn = true
        turns.append(owner)
    }
}
