/// A piece of Swift out of a template, and where it stands there.
struct Code: Equatable {
    let text: String
    let position: Position
}

/// A template, parsed.
struct Template: Equatable {
    /// The struct that it renders.
    let name: String
    /// The slots that it offers, when it is a layout.
    let slots: [String]
    let nodes: [Node]
}

/// A part of a template.
indirect enum Node: Equatable {
    case text(String, Position)
    case output(Code)
    /// Conditions with what they guard; the last one's condition is nil for `else`.
    case choice([Branch])
    /// `for header`, its body, and what stands there when there was nothing.
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
