extension PointTree {
    /// A leaf has `count` ≥ 0 points in the run at `link`, whose class is `sizeClass`. A branch has −1 and its four
    /// children at `link`.
    struct Node {
        var link: UInt32
        var count: Int32
        var sizeClass: Int32

        static let branch: Int32 = -1
        static let empty = Node(link: 0, count: 0, sizeClass: -1)
        var isLeaf: Bool { count >= 0 }
    }

    /// A point's step on each axis.
    struct Key: Equatable {
        var x: UInt32
        var y: UInt32

        init(_ entry: Entry) {
            self.init(latitude: entry.latitude, longitude: entry.longitude)
        }

        init(latitude: Double, longitude: Double) {
            x = Key.step(longitude + 180, 4_294_967_296 / 360)
            y = Key.step(latitude + 90, 4_294_967_296 / 180)
        }

        /// Never decreases when `degrees` grows; queries rely on this alone.
        private static func step(_ degrees: Double, _ scale: Double) -> UInt32 {
            UInt32(min(4_294_967_295, max(0, degrees * scale)))
        }

        /// Which child of a node holds this point; `shift` is the bit by which the node is divided.
        func child(_ shift: Int) -> Int {
            let east: UInt32 = x >> UInt32(shift) & 1
            let north: UInt32 = y >> UInt32(shift) & 1
            return Int(east | north << 1)
        }

        /// Whether two points lie in the same node, the one whose children differ in the bit `shift`.
        func isWith(_ other: Key, _ shift: Int) -> Bool {
            shift >= 31 || (x ^ other.x) >> UInt32(shift + 1) == 0 && (y ^ other.y) >> UInt32(shift + 1) == 0
        }
    }
}
