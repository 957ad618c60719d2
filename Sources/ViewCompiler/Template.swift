/// A piece of Swift in a template, and its position.
struct Code: Equatable {
    let text: String
    let position: Position
}

/// A parsed template.
struct Template: Equatable {
    /// The name of the generated struct.
    let name: String
    /// The slots of a layout; empty for other templates.
    let slots: [String]
    let nodes: [Node]
}

/// A part of a template.
indirect enum Node: Equatable {
    case text(String, Position)
    case output(Code)
    /// Conditions with their bodies; the last condition is nil for `else`.
    case choice([Branch])
    /// `for header`, its body, and the body for an empty sequence.
    case loop(Code, [Node], otherwise: [Node]?, Position)
    case binding(Code)
    case slot(String, Position)
    case layout(Code, [Fill])

    struct Branch: Equatable {
        let condition: Code?
        let nodes: [Node]
        let position: Position
    }

    struct Fill: Equatable {
        let slot: String
        let nodes: [Node]
        let position: Position
    }
}
