import HTTP

/// Friends to choose in a form, and circles that tick several of them.
struct FriendChoicesPart {
    /// The name of its boxes, whose values are usernames.
    let field: String
    let legend: String
    let friends: [Choice]
    let circles: [CircleChoice]
    let fieldError: FieldErrorPart

    /// Whether there are so many friends that one looks for a name.
    var isSearchable: Bool { friends.count >= 8 }

    struct Choice {
        let person: PersonPart
        let isChosen: Bool
    }

    struct CircleChoice {
        let id: String
        let name: String
        let count: Int
        /// The usernames of its members, for scripts that tick them.
        let members: String
        let isChosen: Bool
    }

    /// - Parameters:
    ///   - chosen: folded usernames.
    ///   - circled: the ids of the chosen circles.
    init(
        field: String, legend: String, _ people: [Person], circles: [Circle], chosen: Set<String>,
        circled: Set<String>, errors: ValidationErrors
    ) {
        self.field = field
        self.legend = legend
        friends = people.map {
            Choice(person: PersonPart($0), isChosen: chosen.contains(Username.fold($0.username)))
        }
        self.circles = circles.filter { !$0.members.isEmpty }.map { circle in
            CircleChoice(
                id: "\(circle.id)", name: circle.name, count: circle.members.count,
                members: circle.members.map { $0.username }.joined(separator: " "),
                isChosen: circled.contains("\(circle.id)"))
        }
        fieldError = errors.part(field)
    }
}

extension Friends {
    /// A form with the members of ticked circles among the friends that a field names. A circle whose members stand in the
    /// form already (`circled`) adds none: some of them may have been unticked since.
    func withCircles(_ form: FormFields, field: String, _ viewer: Viewer) throws -> FormFields {
        let ticked = Set(form.all("circle")).subtracting(form.all("circled"))
        if ticked.isEmpty { return form }
        let circles = try site.database.read { try self.circles($0, of: viewer.id) }
        var form = form
        for circle in circles where ticked.contains("\(circle.id)") {
            form.values += circle.members.map { (field, $0.username) }
        }
        return form
    }
}
