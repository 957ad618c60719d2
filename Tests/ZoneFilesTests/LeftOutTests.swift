import Foundation
import Testing

@testable import ZoneFiles

/// What is left out of a file is told.
struct LeftOutTests {
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `what is no area in a property list is counted`(format: PropertyListSerialization.PropertyListFormat) throws {
        let area: [String: Any] = ["name": "Kallio", "latitude": 60.18, "longitude": 24.95]
        let list: [Any] = [7, area, "Harju", [area], true]
        func read(_ value: Any) throws -> ZoneFileContents {
            try ZoneFile.read(PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
        }
        for value in [list, ["Zones": list, "tags": ["a", "b"], "version": 1] as [String: Any]] as [Any] {
            let found = try read(value)
            #expect(found.areas.map { $0.name } == ["Kallio"])
            #expect(found.leftOut == Array(repeating: "An area is left out: it has no name.", count: 4))
        }
        #expect(throws: ZoneFileProblem("There is no area in the file.")) { try read(["a", "b"]) }
    }

    @Test func `where all areas are left out, each is named or counted`() {
        func refusal(_ count: Int) -> String? {
            let points = (0..<count).map { "<wpt lat=\"91\" lon=\"0\"><name>\($0)</name></wpt>" }.joined()
            do throws(ZoneFileProblem) {
                _ = try ZoneFile.read(Data("<gpx>\(points)</gpx>".utf8))
                return nil
            } catch { return error.sentence }
        }
        let sentences = (0..<5).map { "“\($0)” is left out: its place is not on the Earth." }
        #expect(refusal(1) == sentences[0])
        #expect(refusal(5) == sentences.joined(separator: " "))
        #expect(refusal(10_000)?.wholeMatch(of: #/“0” is.*Earth\. And 99[0-9][0-9] more\./#) != nil)
    }
}
