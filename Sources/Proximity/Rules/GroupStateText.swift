/// Stored as text: for each member their id, latitude, longitude, accuracy, time, whether they are away, since when they
/// are beyond the limit or near again, whether they are silent, and when their last fix counts by itself.
extension GroupState: LosslessStringConvertible {
    /// Reads what ``description`` wrote: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        guard let members = try? GroupState.members(&fields) else { return nil }
        self.init(members: members)
    }

    /// The stored text; the same for the same state.
    public var description: String {
        var text = StateText()
        for (id, member) in members.sorted(by: { $0.key < $1.key }) {
            text.add(id)
            text.add(member.coordinate)
            text.add(member.accuracy.value)
            text.add(member.time.milliseconds)
            text.add(member.isAway)
            text.add(member.beyondSince?.milliseconds)
            text.add(member.nearSince?.milliseconds)
            text.add(member.isSilent)
            text.add(member.countsAt?.milliseconds)
        }
        return text.text
    }

    private static func members(_ fields: inout StateFields) throws(StateFields.Malformed) -> [Int64: Member] {
        var members: [Int64: Member] = [:]
        while !fields.isAtEnd {
            let id = try fields.integer()
            members[id] = Member(
                coordinate: try fields.coordinate(), accuracy: Metres(try fields.number()), time: try fields.time(),
                isAway: try fields.flag(),
                beyondSince: try fields.optionalInteger().map { Timestamp(milliseconds: $0) },
                nearSince: try fields.optionalInteger().map { Timestamp(milliseconds: $0) },
                isSilent: try fields.flag(),
                countsAt: try fields.optionalInteger().map { Timestamp(milliseconds: $0) })
        }
        return members
    }
}
