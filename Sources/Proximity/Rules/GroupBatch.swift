/// Several fixes at once.
extension GroupState {
    /// The state after the fixes of one report, oldest first, and what holds at its end: who strayed and came back in between
    /// is no news, and what happened before the report's end is told once.
    public func advanced(
        by fixes: [(fix: Fix, isPlausible: Bool)], of id: Int64, limit: Metres, now: Timestamp
    ) -> (state: GroupState, transitions: [GroupTransition]) {
        var next = self
        var transitions: [GroupTransition] = []
        for (fix, isPlausible) in fixes {
            let (state, more) = next.advanced(by: fix, of: id, limit: limit, now: now, isPlausible: isPlausible)
            next = state
            transitions += more
        }
        var told: Set<[Int64]> = []
        let news = transitions.reversed().filter { transition in
            guard transition.isOfDistance else { return true }
            let isChanged = transition.members.contains { isAway($0) != next.isAway($0) }
            return told.insert(transition.members).inserted && isChanged
        }
        return (next, news.reversed())
    }
}
