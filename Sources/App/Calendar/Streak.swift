/// How many days in a row somebody posted their photo of the day. Days without a window do not count either way.
struct Streak: Sendable, Equatable {
    /// Days in a row up to the last one.
    let current: Int
    let best: Int

    /// A day that had a window.
    struct Day: Sendable, Equatable {
        let day: CalendarDay
        /// Whether one posted, in time or late.
        let isPosted: Bool
    }

    /// - Parameters:
    ///   - days: all days with a window, in order; those before the first photo change nothing.
    ///   - open: the day whose photo may still come: until then it breaks nothing.
    init(_ days: [Day], open: CalendarDay? = nil) {
        var (run, best) = (0, 0)
        for day in days {
            if day.isPosted {
                run += 1
                best = max(best, run)
            } else if day.day != open {
                run = 0
            }
        }
        (current, self.best) = (run, best)
    }
}
