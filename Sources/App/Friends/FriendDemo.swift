import Database
import Proximity

/// The friendships of the demo world.
enum FriendDemo {
    /// Everybody except Ville is Aino's friend; Ville has asked her, and Elias has asked Noor.
    static let friends = [
        ("aino_k", "mikko"), ("leena", "aino_k"), ("jonas", "aino_k"), ("aino_k", "sofia"), ("elias", "aino_k"),
        ("aino_k", "noor_h"), ("mikko", "leena"), ("mikko", "jonas"), ("leena", "sofia"), ("jonas", "elias"),
        ("sofia", "noor_h"), ("mikko", "ville"),
    ]
    /// The circles of Aino.
    static let circles = [("Rink crew", ["mikko", "jonas", "elias"]), ("Sunday swimmers", ["leena", "sofia"])]
    static let requests = [("ville", "aino_k"), ("elias", "noor_h"), ("leena", "jonas")]
}

extension Friends {
    func addDemo(_ demo: DemoContext) throws {
        let began = demo.ago(hours: 200)
        for (one, other) in FriendDemo.friends {
            try ask(from: try demo.id(one), to: try demo.id(other), at: began)
            try ask(from: try demo.id(other), to: try demo.id(one), at: began)
        }
        try readDemoNotices(demo)
        for (one, other) in FriendDemo.requests {
            try ask(from: try demo.id(one), to: try demo.id(other), at: demo.ago(hours: 3))
        }
        for (name, members) in FriendDemo.circles {
            try save(CircleFields(name: name, members: members), of: try demo.id("aino_k"), demo.ago(hours: 100))
        }
    }
}
