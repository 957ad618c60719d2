import Database
import Proximity

extension DailyDemo {
    /// What somebody answered to a photo of the day.
    struct Answer {
        /// Whose photo, and how many days before the story's last one.
        let author: String
        let daysAgo: Int
        let name: String
        /// Minutes after the photo.
        let after: Double
        /// "" for none.
        var text = ""
        var emoji = ""
    }

    static let answers = [
        Answer(author: "aino_k", daysAgo: 0, name: "mikko", after: 4, emoji: "🔥"),
        Answer(author: "aino_k", daysAgo: 0, name: "leena", after: 9, text: "It never waits for me."),
        Answer(author: "aino_k", daysAgo: 0, name: "leena", after: 9, emoji: "😂"),
        Answer(author: "aino_k", daysAgo: 0, name: "jonas", after: 12, emoji: "🔥"),
        Answer(author: "aino_k", daysAgo: 0, name: "aino_k", after: 14, text: "I smiled at the driver."),
        Answer(author: "mikko", daysAgo: 0, name: "sofia", after: 6, text: "Did you count them again?"),
        Answer(author: "mikko", daysAgo: 0, name: "aino_k", after: 11, emoji: "👏"),
        Answer(author: "leena", daysAgo: 0, name: "aino_k", after: 7, text: "Save me a warm corner."),
        Answer(author: "leena", daysAgo: 0, name: "mikko", after: 8, emoji: "❤️"),
        Answer(author: "aino_k", daysAgo: 1, name: "sofia", after: 15, emoji: "😮"),
    ]
}

extension Daily {
    /// Lets people answer to photos of the story, each to be found by its author and day.
    func addDemoAnswers(_ photos: [DailyDemo.Photo: ID<DailyPost>], _ demo: DemoContext) throws {
        for (number, answer) in DailyDemo.answers.enumerated() {
            let photo = DailyDemo.Photo(author: answer.author, daysAgo: answer.daysAgo)
            guard let id = photos[photo] else { continue }
            let account = try demo.id(answer.name)
            try site.database.write { database in
                guard let post = try DailyPostQueries.post(database, id, to: account, at: demo.now) else { return }
                let time = post.postedAt + answer.after * 60
                guard time < demo.now else { return }
                if answer.emoji.isEmpty {
                    _ = try DailyPostQueries.insertComment(
                        database, answer.text, on: id, by: account, formKey: "demo-\(number)", at: time)
                } else {
                    try DailyPostQueries.insertReaction(
                        database, answer.emoji, photo: nil, on: id, by: account, at: time)
                }
            }
        }
    }
}

extension DailyDemo {
    /// A photo of the story: whose, and how many days before its last one.
    struct Photo: Hashable {
        let author: String
        let daysAgo: Int
    }
}
