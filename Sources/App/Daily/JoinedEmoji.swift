/// Emoji that joiners make one: the kinds of those that Unicode recommends (emoji-zwj-sequences.txt). Anything else is drawn
/// as several.
struct JoinedEmoji {
    private let emoji: [Unicode.Scalar]
    /// Which of them have a skin tone.
    private let isToned: [Bool]

    /// - Parameter parts: what stands between the joiners, without selectors: each an emoji, perhaps with a skin tone.
    init(_ parts: [ArraySlice<Unicode.Scalar>]) {
        emoji = parts.compactMap { $0.first }
        isToned = parts.map { $0.count > 1 }
    }

    /// Whether they are drawn as one.
    var isOne: Bool { isPerson || isCouple || isFamily || isShaking || isOther }

    private static let adults = scalars("👨👩🧑")
    private static let children = scalars("👦👧🧒")
    /// People and others who have a man's and a woman's form.
    private static let gendered = scalars(
        "👮👯👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝🧞🧟⛹🏃🏄🏊🏋🏌")
    private static let genders = scalars("\u{2640}\u{2642}")
    /// What a farmer has, a cook and so on, and hair.
    private static let tools = scalars("🌾🍳🍼🎄🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦰🦱🦲🦳🩰\u{2695}\u{2696}\u{2708}")
    /// With what people go on their way.
    private static let aids = scalars("🦯🦼🦽")
    private static let walkers = scalars("🚶🏃🧎")
    private static let rightwards: Unicode.Scalar = "\u{27A1}"
    /// What joins two people: hands, a heart, a kiss, ears of rabbits, a scuffle.
    private static let bonds = ["🤝", "\u{2764}", "\u{2764}💋", "🐰", "\u{1FAEF}"]
    /// Flags, animals, faces, hearts and things.
    private static let others: Set<String> = [
        "\u{1F3F3}\u{1F308}", "\u{1F3F3}\u{26A7}", "\u{1F3F4}\u{2620}", "\u{1F415}\u{1F9BA}", "\u{1F408}\u{2B1B}",
        "\u{1F426}\u{2B1B}", "\u{1F426}\u{1F525}", "\u{1F43B}\u{2744}", "\u{1F441}\u{1F5E8}", "\u{1F62E}\u{1F4A8}",
        "\u{1F635}\u{1F4AB}", "\u{1F636}\u{1F32B}", "\u{2764}\u{1F525}", "\u{2764}\u{1FA79}", "\u{1F34B}\u{1F7E9}",
        "\u{1F344}\u{1F7EB}", "\u{26D3}\u{1F4A5}", "\u{1F642}\u{2194}", "\u{1F642}\u{2195}",
    ]

    private static func scalars(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }

    /// A person with an occupation, with hair, as a man or a woman, or on their way to the right.
    private var isPerson: Bool {
        guard (2...3).contains(emoji.count), !isToned.dropFirst().contains(true) else { return false }
        let (who, what) = (emoji[0], emoji[1])
        let isAided = JoinedEmoji.adults.contains(who) && JoinedEmoji.aids.contains(what)
        let isGendered = JoinedEmoji.gendered.contains(who) && JoinedEmoji.genders.contains(what)
        let isWalker = JoinedEmoji.walkers.contains(who)
        if emoji.count == 3 { return emoji[2] == JoinedEmoji.rightwards && (isAided || isGendered && isWalker) }
        return isAided || isGendered || isWalker && what == JoinedEmoji.rightwards
            || JoinedEmoji.adults.contains(who) && JoinedEmoji.tools.contains(what)
    }

    private var isCouple: Bool {
        guard emoji.count >= 3, let first = emoji.first, let last = emoji.last else { return false }
        let bond = emoji.dropFirst().dropLast()
        return JoinedEmoji.adults.contains(first) && JoinedEmoji.adults.contains(last)
            && JoinedEmoji.bonds.contains(String(String.UnicodeScalarView(bond)))
            && isToned.first == isToned.last && !isToned.dropFirst().dropLast().contains(true)
    }

    /// One or two adults with one or two children.
    private var isFamily: Bool {
        let adults = emoji.prefix { JoinedEmoji.adults.contains($0) }
        let children = emoji.dropFirst(adults.count)
        return (1...2).contains(adults.count) && (1...2).contains(children.count)
            && children.allSatisfy { JoinedEmoji.children.contains($0) } && !isToned.contains(true)
    }

    /// Two hands of different people.
    private var isShaking: Bool { emoji == ["\u{1FAF1}", "\u{1FAF2}"] && isToned == [true, true] }

    private var isOther: Bool {
        JoinedEmoji.others.contains(String(String.UnicodeScalarView(emoji))) && !isToned.contains(true)
    }
}
