/// The long chat of Aino and Mikko.
enum ChatDemoMikko {
    static let scenes = [
        picnic, rain, steps, fountain, hats, rink, morning,
    ]

    private static func aino(
        _ text: String, photo: String? = nil, place: DemoCast.Place? = nil, answers: Int? = nil,
        isDeleted: Bool = false
    ) -> ChatDemo.Line {
        ChatDemo.Line(
            sender: "aino_k", text: text, photo: photo, place: place, answers: answers, isDeleted: isDeleted)
    }

    private static func mikko(
        _ text: String, photo: String? = nil, answers: Int? = nil, isDeleted: Bool = false
    ) -> ChatDemo.Line {
        ChatDemo.Line(sender: "mikko", text: text, photo: photo, answers: answers, isDeleted: isDeleted)
    }

    private static let picnic = ChatDemo.Scene(
        day: 6, hour: 17,
        lines: [
            aino("Picnic on Tuesday? I have a blanket and most of a cake."),
            mikko("Most of a cake?"), aino("It was a whole cake this morning."),
            mikko("I bring the thermos. Where?"),
            aino("Here, under the big linden.", place: .oldChurchPark),
            mikko("That is 1,140 steps from my door."), aino("You counted."), mikko("I count everything."),
            mikko("How many of us?", answers: 8), aino("You, me, Leena. Sofia if the orchids let her go."),
            mikko("👍"),
        ])

    private static let rain = ChatDemo.Scene(
        day: 3, hour: 12.5,
        lines: [
            mikko("It is raining."), aino("It is only raining a little."), mikko("On me it is raining a lot."),
            mikko("I’m standing under the linden with a thermos."),
            aino("Oh no. I wrote that we postpone! I wrote it to"), aino("… to Leena. Only to Leena.", isDeleted: true),
            mikko("I saw that."), aino("Then you know that I am sorry."),
            mikko("The tea is good. I’m telling the linden about you.", answers: 4),
            aino("I’ll leave something there to make up for it.", photo: "picnic"), mikko("Is that the cake?"),
            aino("That was the cake."),
        ])

    private static let steps = ChatDemo.Scene(
        day: 2, hour: 13,
        lines: [
            aino("47. I counted as well."), mikko("Thank you. In writing, please, so that I can show Leena."),
            aino("I, Aino, walked up to the cathedral and there were 47 steps."),
            mikko("And down?", answers: 1), aino("I took the other side down."), mikko("So nobody knows."),
            aino("Nobody will ever know."), mikko("I have to go there now."),
        ])

    private static let fountain = ChatDemo.Scene(
        day: 2, hour: 20.5,
        lines: [
            mikko("47."), aino("Down as well?"), mikko("Down as well. And the fountain froze while I watched."),
            aino("All at once?"), mikko("All at once, from the left. I left it where it happened."),
            aino("What do I need to open it?"), mikko("A word. It hangs from roofs in March."), aino("❄️🧊"),
            mikko("Exactly."),
        ])

    private static let hats = ChatDemo.Scene(
        day: 1, hour: 11,
        lines: [
            aino("Have you found my note at the station?"), mikko("Not there yet. Is it about hats?"),
            aino("It might be about hats."), mikko("I own one hat and it is beautiful."),
            aino("Then Leena will lend you one. Hers has a pompom and a second pompom."),
            mikko("Rules for the rink, then: https://example.org/skating?hats=ugly"),
            aino("“No sharp objects.” What about skates?", answers: 1), mikko("A question for their office."),
        ])

    private static let rink = ChatDemo.Scene(
        day: 1, hour: 19.5,
        lines: [
            mikko("I fell four times."), aino("Five.", photo: "rink"), mikko("The one with the child does not count."),
            aino("The child counted."), mikko("😂"),
            aino("Jonas skated backwards all evening and told nobody that he can."),
            mikko("He reads backwards too. He starts with the last page."),
        ])

    private static let morning = ChatDemo.Scene(
        day: 0, hour: 8.25,
        lines: [
            mikko("Found it. It was about hats.", answers: 15), aino("Was it worth the walk?"),
            mikko("2,310 steps. I’d say yes."), aino("The sea has four degrees. Swim on Sunday?"),
            mikko("I’ll hold the thermos."), aino("That’s what I was hoping for."),
        ])
}
