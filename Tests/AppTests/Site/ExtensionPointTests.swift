import Foundation
import Testing

/// Rules on how features reach those above them.
struct ExtensionPointTests {
    @Test func `an extension point has several conformers and stands in the table of docs`() throws {
        let sources = try SwiftSource.files("Sources/App").map { $0.source.code }
        let table = try SwiftSource.text("docs/adding-a-feature.md")
        var (asked, conformed): (Set<String>, [String]) = ([], [])
        for code in sources {
            let questions = code.components(separatedBy: "conforming(to: (any ").dropFirst()
            asked.formUnion(questions.map { String($0.prefix { $0 != ")" }) })
            for line in code.split(separator: "\n") where line.hasPrefix("extension ") || line.hasPrefix("struct ") {
                guard line.hasSuffix(" {"), let colon = line.firstIndex(of: ":") else { continue }
                let names = line[line.index(after: colon)...].dropLast(2).split(separator: ",")
                conformed += names.map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
        #expect(asked.count > 10)
        for name in asked {
            // What one feature alone does is a value in `FeatureServices`.
            #expect(conformed.filter { $0 == name }.count > 1 && table.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func `one place makes the encoders of JSON`() throws {
        let places = try SwiftSource.files("Sources/App").filter { $0.source.code.contains("JSONEncoder()") }
        #expect(places.count == 1 && places.allSatisfy { $0.path.hasSuffix("/SiteJSON.swift") })
    }
}
