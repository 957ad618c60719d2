import Testing

@testable import Database

struct SQLTests {
    @Test func `interpolated values are bound, never pasted`() throws {
        let hostile = "'; DROP TABLE person; --"
        let sql: SQL = "SELECT \(hostile) AS a, \(7) AS b, \(nil as String?) AS c"
        #expect(sql.text == "SELECT ? AS a, ? AS b, ? AS c")
        #expect(sql.values == [.text(hostile), .integer(7), .null])
        let folder = try Folder()
        let database = try folder.open()
        try database.add(hostile)
        #expect(try database.names() == [hostile])
    }

    @Test func `embedded pieces and lists keep their values`() throws {
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

    @Test func `a list may be in the literal's parentheses; any length works`() throws {
        #expect(("a IN (\([1, 2]))" as SQL).text == "a IN (?, ?)")
        #expect(("a IN ( \([] as [Int]))" as SQL).text == "a IN ( NULL)")
        let folder = try Folder()
        let database = try folder.open()
        let wanted = Array(1...1_000)
        #expect(try database.read { try $0.exists("SELECT 1 WHERE 1000 IN \(wanted)") })
        #expect(("a IN \(Array(1...1_024))" as SQL).isKept)
        #expect(!("\("a IN \(Array(1...1_025))" as SQL) AND b" as SQL).isKept)
    }

    @Test func `lists of similar lengths share one text and match the same`() throws {
        func condition(_ list: [Int]) -> SQL {
            "SELECT value FROM json_each('[1,2,3,4,5,6,7,8,9]') WHERE value IN \(list)"
        }
        #expect(condition(Array(1...5)).text == condition(Array(1...8)).text)
        #expect(condition(Array(1...8)).text != condition(Array(1...9)).text)
        let folder = try Folder()
        let database = try folder.open()
        for count in 0...9 {
            let wanted = Array(0..<count).map { $0 + 1 }
            let found: [Int] = try database.read { try $0.all(condition(wanted)) { try $0["value"] } }
            #expect(found == wanted)
        }
        func spans(_ count: Int64) -> SQL { SQL.spans((0..<count).map { $0 * 10...$0 * 10 + 5 }) }
        #expect(spans(5).text == spans(8).text && spans(0).text == spans(1).text)
        for count in 0...9 as ClosedRange<Int64> {
            let found: Int? = try database.read {
                try $0.value(
                    "SELECT count(*) FROM \(spans(count)) JOIN (SELECT 41 AS cell) ON cell BETWEEN low AND high")
            }
            #expect(found == (count > 4 ? 1 : 0))
        }
        for count in [1_024, 1_025, 20_000] {
            let wanted = Array(1...count)
            #expect(try database.read { try $0.exists("SELECT 1 WHERE \(count) IN \(wanted)") })
        }
    }

    @Test func `steps grow with the rows that are passed over, and are the same each time`() throws {
        let folder = try Folder()
        let database = try folder.open(readers: 1)
        for number in 1...40 { try database.add("person \(number)") }
        func steps(_ sql: SQL) throws -> Int {
            let before = database.readSteps
            _ = try database.read { try $0.exists(sql) }
            return database.readSteps - before
        }
        let scan: SQL = "SELECT 1 FROM person WHERE height = \(1.5)"
        let search: SQL = "SELECT 1 FROM person WHERE name = \("person 40")"
        // The first time, the connection is opened.
        _ = try steps(scan)
        let (scanned, again, searched) = (try steps(scan), try steps(scan), try steps(search))
        #expect(scanned > 40)
        #expect(again == scanned)
        #expect(searched > 0)
        #expect(searched < scanned / 2)
    }

    @Test(arguments: ["'; DROP TABLE person; --", "\" OR 1=1", "?", "%_\\", "𝒜🪨é\u{202E}", "\n\t", " ", ""])
    func `every text is stored unchanged`(text: String) throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add(text)
        #expect(try database.names() == [text])
        #expect(try database.read { try $0.exists("SELECT 1 FROM person WHERE name = \(text)") })
    }

    @Test func `a text with a NUL is refused, not truncated`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let error = #expect(throws: DatabaseError.self) { try database.add("Aino\0x") }
        #expect(error?.kind == .check)
        #expect(try database.names() == [])
    }

    @Test func `one statement at a time`() throws {
        let folder = try Folder()
        let database = try folder.open()
        #expect(throws: DatabaseError.self) {
            try database.write { try $0.execute("DELETE FROM pet; DROP TABLE person") }
        }
        #expect(try database.names() == [])
    }

    @Test func `the same statement may run inside the loop over its own rows`() throws {
        let folder = try Folder()
        let database = try folder.open()
        for name in ["a", "b", "c"] { try database.add(name) }
        func below(_ name: String, _ reader: Reader) throws -> [String] {
            try reader.all("SELECT name FROM person WHERE name > \(name) ORDER BY name") { row in
                let name: String = try row["name"]
                return try name + below(name, reader).joined()
            }
        }
        #expect(try database.read { try below("", $0) } == ["abcc", "bc", "c"])
    }

    private enum Mood: String, ColumnValue { case calm, wild }
    private struct Height: RawRepresentable, ColumnValue, Equatable { let rawValue: Int64 }

    @Test func `a type with a raw value needs only the conformance`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.read { reader in
            let sql: SQL = "SELECT \(Mood.wild) AS mood, \(Height(rawValue: 7)) AS height, \(nil as Mood?) AS none"
            _ = try reader.first(sql) { row in
                try #expect(row["mood"] == Mood.wild)
                try #expect(row["height"] == Height(rawValue: 7))
                try #expect((row["none"] as Mood?) == nil)
                #expect(throws: DatabaseError.self) { try row["none"] as Mood }
            }
            #expect(throws: DatabaseError.self) { try reader.value("SELECT 'sad'", as: Mood.self) }
            #expect(throws: DatabaseError.self) { try reader.value("SELECT 2", as: Bool.self) }
        }
    }

    @Test func `rows are typed, and a wrong type names the column`() throws {
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

    @Test func `a broken constraint has its error kind`() throws {
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

    @Test func `only the rows that a statement changed are counted`() throws {
        let folder = try Folder()
        let database = try folder.open()
        for name in ["a", "b", "c"] { try database.add(name) }
        try database.write { writer in
            #expect(try writer.execute("UPDATE person SET height = \(1.5)") == 3)
            #expect(try writer.execute("CREATE INDEX person_height ON person (height)") == 0)
            #expect(try writer.execute("DELETE FROM person WHERE name = 'x'") == 0)
            let gone = try writer.all("DELETE FROM person WHERE name < 'c' RETURNING name") { try $0["name"] as String }
            #expect(gone.sorted() == ["a", "b"])
        }
    }

    @Test func `an id is parsed from digits only`() {
        #expect(ID<Person>("12")?.rawValue == 12)
        #expect(ID<Person>("9223372036854775807")?.rawValue == .max)
        for text in ["", "0", "-1", "+1", "1 ", "1.0", "0x1", "9223372036854775808", "٣", "12345678901234567890"] {
            #expect(ID<Person>(text) == nil, "\(text)")
        }
    }

    @Test func `in a snapshot once is read once, also for nothing, and in a write at every call`() throws {
        let folder = try Folder()
        let database = try folder.open()
        var count = 0
        func name(_ reader: Reader, _ id: Int64) throws -> String? {
            try reader.once("name", of: id) {
                count += 1
                return try reader.value("SELECT name FROM person WHERE id = \(id)")
            }
        }
        try database.write { writer in
            #expect(try name(writer, 1) == nil)
            try writer.execute("INSERT INTO person (id, name) VALUES (1, 'one')")
            #expect(try name(writer, 1) == "one")
        }
        count = 0
        try database.read { reader in
            for _ in 1...3 {
                let names = try [name(reader, 1), name(reader, 2)]
                #expect(names == ["one", nil])
            }
            let other = reader.once("other", of: 1) { 7 }
            #expect(other == 7)
        }
        #expect(count == 2)
    }
}
