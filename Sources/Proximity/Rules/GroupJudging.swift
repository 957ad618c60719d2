/// Who is away, judged by the fixes that are known.
extension GroupState {
    /// Of two members, the other's fix proves a distance to where this one was before the silence.
    mutating func forgetPairProof(_ now: Timestamp) {
        let fresh = fresh(now)
        guard fresh.count == 2 else { return }
        for (id, _) in fresh { members[id]?.forgetProof() }
    }

    mutating func judge(_ id: Int64, limit: Metres, now: Timestamp) -> [GroupTransition] {
        let fresh = self.fresh(now)
        guard let member = members[id], fresh.count >= 2 else {
            members[id]?.forgetProof()
            return []
        }
        let partner = fresh.count == 2 ? fresh.first { $0.key != id } : nil
        let (distance, uncertainty) = measure(member, partner?.value, now)
        let isAway = member.isAway || partner?.value.isAway == true
        let isProof = isAway ? distance <= limit * GroupState.backAt : distance - uncertainty > limit
        guard isProof else {
            for id in [id, partner?.key].compactMap({ $0 }) { members[id]?.forgetProof() }
            return []
        }
        // Of two members, either one's fixes prove the same distance.
        let first = isAway ? \Member.nearSince : \Member.beyondSince
        let since = [member[keyPath: first], partner?.value[keyPath: first]].compactMap { $0 }.min() ?? member.time
        guard member.time.seconds(since: since) >= GroupState.confirmation else {
            members[id]?.forgetProof()
            members[id]?[keyPath: first] = since
            return []
        }
        return isAway ? setBack(id, partner?.key) : setAway(id, now)
    }

    /// Of two members both are back.
    private mutating func setBack(_ id: Int64, _ partner: Int64?) -> [GroupTransition] {
        for member in [id, partner].compactMap({ $0 }) {
            members[member]?.forgetProof()
            members[member]?.isAway = false
        }
        return partner.map { [.together(min(id, $0), max(id, $0))] } ?? [.back(id)]
    }

    /// Of two members both are away.
    mutating func setAway(_ id: Int64, _ now: Timestamp) -> [GroupTransition] {
        let fresh = self.fresh(now)
        let partner = fresh.count == 2 ? fresh.first { $0.key != id }?.key : nil
        for member in [id, partner].compactMap({ $0 }) {
            members[member]?.forgetProof()
            members[member]?.countsAt = nil
            members[member]?.isAway = true
        }
        return partner.map { [.apart(min(id, $0), max(id, $0))] } ?? [.strayed(id)]
    }

    /// Whether the last fix of a member who is not away proves by itself that they are: measured from others who have
    /// just said where they are.
    func isFar(_ id: Int64, _ limit: Metres, _ now: Timestamp) -> Bool {
        guard let member = members[id], isFresh(member, now) else { return false }
        let others = fresh(now).filter { $0.key != id }
        let recent = others.filter { now.seconds(since: $0.value.time) <= GroupState.othersFreshness }
        let isAway = member.isAway || others.count == 1 && others[0].value.isAway
        guard !isAway, !recent.isEmpty else { return false }
        var uncertainty = member.accuracy
        let centre: Coordinate?
        if others.count == 1 {
            centre = recent[0].value.coordinate
            uncertainty = uncertainty + recent[0].value.accuracy
        } else {
            centre = GroupCentre.of(recent.map { $0.value.coordinate } + [member.coordinate])
        }
        return centre.map { member.coordinate.distance(to: $0) - uncertainty > limit * GroupState.farAt } ?? false
    }

    /// Metres to the partner or to the centre, and how uncertain they are.
    private func measure(_ member: Member, _ partner: Member?, _ now: Timestamp) -> (Metres, Metres) {
        if let partner {
            return (member.coordinate.distance(to: partner.coordinate), member.accuracy + partner.accuracy)
        }
        let centre = self.centre(now: now) ?? member.coordinate
        return (member.coordinate.distance(to: centre), member.accuracy)
    }
}
