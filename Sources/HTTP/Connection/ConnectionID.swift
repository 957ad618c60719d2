/// Identifies a connection of one loop. A slot is reused with another generation, so an old ID never matches.
struct ConnectionID: Sendable, Hashable {
    let slot: UInt32
    let generation: UInt32

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(packed: UInt64) {
        slot = UInt32(truncatingIfNeeded: packed)
        generation = UInt32(truncatingIfNeeded: packed >> 32)
    }
}
