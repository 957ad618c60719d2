import Testing

@testable import Database

struct SQLTests {
    @Test func `what is interpolated is bound, never pasted`() throws {
        let hostile = "'; DROP TABLE person; --"
        let sql: SQL = "SELECT \(hostile) AS a, \(7) AS b, \(nil as String?) AS c"
        #expect(sql.text == "SELECT ? AS a, ? AS b, ? AS c")
        #expect(sql.values == [.text(hostile), .integer(7), .null])
        let database = try Folder().open()
        try database.add(hostile)
        #expect(try database.names() == [hostile])
    }

    @Test func `pieces and lists bring their values along`() throws {
        let piece: SQL = "b = \(2)"
        let sql: SQL = "a = \(1) AND \(piece) AND c IN \([3, 4])" + " AND d = \(true)"
        #expect(sql.text == "a = ? AND b = ? AND c IN (?, ?) AND d = ?")
        #expect(sql.values == [.integer(1), .integer(2), .integer(3), .integer(4), .integer(1)])
        let folder = try Folder()
        let database = try folder.open()
        let id = try database.add("Aino")
        let none: [ID<Person>] = []
        #expect(try database.read { try $0.exists("SELECT 1 FROM person WHERE id IN \([id])") })
        #expect(try !database.read { try $0.exists("SELECT 1 FROM person WHERE id IN \(none)") })
    }

    @Test func `rows are typed, and a wrong type says which column`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let id = try database.write { writer -> ID<Person> in
            let id = try writer.newID(Person.self)
            let photo: [UInt8] = [0, 255]
            try writer.execute(
                "INSERT INTO person VALUES (\(id), \("Ville"), \(1.9), \(true), \(photo))")
            return id
        }
        try database.read { reader in
            _ = try reader.all("SELECT * FROM person") { row in
                try #expect(row["id"] == id)
                try #expect(row["name"] == "Ville")
                try #expect(row["height"] == 1.9)
                try #expect(row["is_tall"] == true)
                try #expect(row["photo"] == [0, 255] as [UInt8])
                let error = #expect(throws: DatabaseError.self) { try row["name"] as Int }
                #expect(error?.kind == .column && error?.message.contains("name") == true)
                #expect(throws: DatabaseError.self) { try row["nothing"] as String }
            }
            #expect(try reader.value("SELECT height FROM person WHERE id = \(id)") == 1.9)
            #expect(try reader.value("SELECT height FROM person WHERE id = 1", as: Double.self) == nil)
            #expect(throws: DatabaseError.self) { try reader.value("SELECT NULL", as: Int.self) }
            #expect(try reader.value("SELECT NULL", as: Int?.self) == .some(nil))
        }
    }

    @Test func `a constraint that is broken has a name`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let id = try database.add("Aino")
        func kind(_ sql: SQL) -> DatabaseError.Kind? {
            let error = #expect(throws: DatabaseError.self) { try database.write { try $0.execute(sql) } }
            return error?.kind
        }
        #expect(kind("INSERT INTO person (id, name) VALUES (1, 'Aino')") == .unique)
        #expect(kind("INSERT INTO person (id, name) VALUES (\(id), 'x')") == .unique)
        #expect(kind("INSERT INTO person (id, name) VALUES (1, NULL)") == .notNull)
        #expect(kind("INSERT INTO person (id, name) VALUES (1, \(String(repeating: "x", count: 41)))") == .check)
        #expect(kind("INSERT INTO pet VALUES (1)") == .foreignKey)
        #expect(kind("nonsense") == .other)
    }

    @Test func `an id is digits and nothing else`() {
        #expect(ID<Person>("12")?.rawValue == 12)
        #expect(ID<Person>("9223372036854775807")?.rawValue == .max)
        for text in ["", "0", "-1", "+1", "1 ", "1.0", "0x1", "9223372036854775808", "٣", "12345678901234567890"] {
            #expect(ID<Person>(text) == nil, "\(text)")
        }
    }
}
