/// A suggestion for what to do next, on a home page with nothing to open.
struct NextStepPart {
    enum Mark {
        case person(AvatarPart)
        case icon(IconPart)
    }

    let mark: Mark
    let title: String
    let words: String
    let path: String

    var avatar: AvatarPart? { if case .person(let avatar) = mark { avatar } else { nil } }
    var icon: IconPart? { if case .icon(let icon) = mark { icon } else { nil } }
}
