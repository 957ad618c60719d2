// Shared by the peers: input, output and the clock.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Place { double lat, lon; };

inline std::vector<Place> read_places(const std::string& path) {
    std::vector<Place> places;
    FILE* file = fopen(path.c_str(), "rb");
    if (!file) { perror(path.c_str()); exit(1); }
    Place place;
    while (fread(&place, sizeof place, 1, file) == 1) places.push_back(place);
    fclose(file);
    return places;
}

// Results of all queries: for each the number of ids, then the ids.
inline void write_hits(const std::string& path, const std::vector<std::vector<int32_t>>& hits) {
    FILE* file = fopen(path.c_str(), "wb");
    if (!file) { perror(path.c_str()); exit(1); }
    for (const auto& one : hits) {
        int32_t count = one.size();
        fwrite(&count, 4, 1, file);
        fwrite(one.data(), 4, count, file);
    }
    fclose(file);
}

inline double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}
