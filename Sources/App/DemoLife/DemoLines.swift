/// What the people of the demo world say while it is served.
enum DemoLines {
    struct Line: Sendable {
        let sender: String
        let text: String
        /// The name of its photo among the demo world's files.
        var photo: String?
    }

    /// How somebody answers.
    struct Voice: Sendable {
        let questions: [String]
        let photo: String
        let others: [String]

        /// An answer that fits whatever it is about; not the same one twice in a row.
        func answer(to content: Message.Content, number: Int) -> String {
            if content.photo != nil { return photo }
            let texts = content.text.contains { "?؟？".contains($0) } ? questions : others
            // Every second message of two is an answer.
            return texts[number / 2 % texts.count]
        }
    }

    /// Of who was on the way home.
    static let turnedBack = "I have turned round. My book can wait, where are you all?"

    static let words = [
        Line(sender: "mikko", text: "1,112 steps so far. I stopped for a pigeon, which counts as none."),
        Line(sender: "leena", text: "There is a bench in the sun. I have taken it for all of us."),
        Line(sender: "jonas", text: "The bookshop is open. I am only looking."),
        Line(sender: "mikko", text: "If we turn left twice we are nearly where we were."),
        Line(sender: "leena", text: "Slower, please. Some of us are reading the street signs."),
        Line(sender: "jonas", text: "Does anybody else hear the tram sing in that bend?"),
        Line(sender: "mikko", text: "It smells of cinnamon here. I don't say where."),
        Line(sender: "leena", text: "I drew this crossing in 1983. They have moved the lamp post since."),
        Line(sender: "jonas", text: "I was not only looking. It has 412 pages."),
        Line(sender: "mikko", text: "I can see all of you on the map. Wave!"),
        Line(sender: "leena", text: "Whoever finds a warm café first tells the others."),
        Line(sender: "jonas", text: "My headphones are off. You may talk to me now."),
        Line(sender: "mikko", text: "Red light. Time for a sentence. That was it."),
        Line(sender: "leena", text: "The third bench is still the best one. I checked."),
        Line(sender: "jonas", text: "There is a man who feeds a gull out of a violin case."),
        Line(sender: "mikko", text: "The cobbles here count double. I made that rule just now."),
        Line(sender: "leena", text: "Look up! The roofs are nicer than the windows."),
        Line(sender: "jonas", text: "I have walked past you twice. You were very busy."),
        Line(sender: "mikko", text: "Who is for another lap? It is only 640 steps."),
        Line(sender: "leena", text: "I have a thermos and six cups. Come and be counted."),
    ]

    static let photos = [
        Line(sender: "mikko", text: "This is where the steps went.", photo: "coffee"),
        Line(sender: "leena", text: "From where I stand.", photo: "esplanadi"),
        Line(sender: "jonas", text: "Only looking.", photo: "bookshop"),
        Line(sender: "mikko", text: "Evidence.", photo: "cinnamon-buns"),
        Line(sender: "leena", text: "The lamp post that they moved.", photo: "lamp"),
        Line(sender: "jonas", text: "The one that sings.", photo: "tram"),
        Line(sender: "mikko", text: "He has more legs than I, so his steps don't count.", photo: "dog"),
        Line(sender: "leena", text: "I told you to look up.", photo: "skyline"),
        Line(sender: "jonas", text: "Parked by an optimist.", photo: "bicycle"),
        Line(sender: "mikko", text: "One umbrella for each of us, if we stay friends.", photo: "umbrellas"),
    ]

    static let letters = [
        Line(sender: "mikko", text: "I have a new number for you: 88. Guess of what."),
        Line(sender: "leena", text: "I found a map from 1952. Your street is a field on it."),
        Line(sender: "sofia", text: "The orchid has a second bud. Nobody may breathe near it."),
        Line(sender: "jonas", text: "Page 200. Now it is about trains after all."),
        Line(sender: "noor_h", text: "Fourth floor, by the window, there is one free chair beside me."),
        Line(sender: "aino_k", text: "The sea has five degrees today. That is nearly summer."),
        Line(sender: "mikko", text: "I kept you half a bun. It was a whole one when I wrote this."),
        Line(sender: "leena", text: "Tell me which bench you are on and I'll tell you its name."),
    ]

    static let voices: [String: Voice] = [
        "aino_k": Voice(
            questions: [
                "I'd say yes. Ask me again when I've been in the water.", "Let me think about it on the way.",
                "Good question. Mikko has a number for it, surely.",
            ],
            photo: "Oh, that is lovely. May I keep it?",
            others: [
                "I like that. I'll leave you a note about it.", "That makes me want to go out at once.",
                "Then it's settled. I bring the blanket.", "❤️",
            ]),
        "mikko": Voice(
            questions: [
                "I would have to count. Give me two hundred steps.", "Yes. Unless it rains, then also yes.",
                "Leena would know. I only know how far it is.",
            ],
            photo: "I have looked at it for eleven seconds. Very good.",
            others: [
                "That goes into the notebook.", "Noted. I'm walking just now, more at the next red light.",
                "I told the linden. It agrees.", "👍",
            ]),
        "leena": Voice(
            questions: [
                "In my day we walked there and looked.", "Probably. It depends on which bench you ask from.",
                "I'll show you on the map when we meet.",
            ],
            photo: "I know that corner! It had another lamp once.",
            others: [
                "You say that so nicely that I'll sit down for it.", "Very well. Bring a cushion.",
                "I have underlined it.", "Wise. I would not have drawn it differently.",
            ]),
        "jonas": Voice(
            questions: [
                "Yes. I think it was on page 112.", "I don't know, and I like that.", "Ask me after the chapter.",
            ],
            photo: "That would make a good cover.",
            others: [
                "Hm. I'll take one headphone off for that.", "I read it twice. It's good.", "Agreed, in lower case.",
                "That is better than my book just now.",
            ]),
        "sofia": Voice(
            questions: [
                "Only if it gets enough light.", "I think so! I'll look when I've watered everything.",
                "Yes, in spring. Everything is yes in spring.",
            ],
            photo: "What a green! Is that the real colour?",
            others: [
                "That made my day, and the ferns' as well.", "I'll tell the orchids. 🌸",
                "Come by the greenhouse, it's warm.",
                "Lovely. I have soil on my hands, more later.",
            ]),
        "elias": Voice(
            questions: ["Quietly: yes.", "I would rather show you. It's not far.", "Maybe. It has to be quiet there."],
            photo: "One can nearly hear how still it is.",
            others: [
                "That sounds like a place for my list.", "I was just sitting here. Good to read you.", "Yes. 🤫",
                "Twelve, then. Thank you.",
            ]),
        "noor_h": Voice(
            questions: [
                "There is a book about that, third floor.", "I think so. I'll look it up and tell you.",
                "Yes, if we may whisper.",
            ],
            photo: "Beautiful. I have put it beside my page.",
            others: [
                "I wrote it on my bookmark.", "شكرا! That was kind.", "I'm still reading, but I smiled.",
                "Tell me the rest over tea?",
            ]),
        "ville": Voice(
            questions: [
                "Under the clock, at six. Or soon after.", "Sure! I'm on my way, in a way.",
                "Yes. What time is it, by the way?",
            ],
            photo: "I would have been there too, only later.",
            others: [
                "Sorry, I've only just seen this.", "Great, I'm nearly there.", "Ha! I needed that.",
                "Let's. I'll be late, but gladly.",
            ]),
    ]
}
