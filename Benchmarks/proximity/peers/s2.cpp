// usage: s2 FOLDER RADIUS...   Prints lines "s2 NAME VALUE"; writes FOLDER/s2-RADIUS.hits.
#include <s2/s2closest_point_query.h>
#include <s2/s2earth.h>
#include <s2/s2latlng.h>
#include <s2/s2point_index.h>

#include "peers.h"

int main(int argc, char** argv) {
    std::string folder = argv[1];
    auto points = read_places(folder + "/points.bin");
    auto queries = read_places(folder + "/queries.bin");
    double start = now();
    S2PointIndex<int32_t> index;
    for (size_t k = 0; k < points.size(); k++)
        index.Add(S2LatLng::FromDegrees(points[k].lat, points[k].lon).ToPoint(), k);
    printf("s2 build %.6f\n", now() - start);

    for (int a = 2; a < argc; a++) {
        double radius = atof(argv[a]);
        S2ClosestPointQuery<int32_t> query(&index);
        query.mutable_options()->set_inclusive_max_distance(S1Angle::Radians(radius / S2Earth::RadiusMeters()));
        std::vector<S2ClosestPointQuery<int32_t>::Result> results;
        double best = 1e9;
        double begin = now();
        for (int pass = 0; pass < 4 || now() - begin < 1; pass++) {
            start = now();
            for (const auto& q : queries) {
                S2ClosestPointQuery<int32_t>::PointTarget target(S2LatLng::FromDegrees(q.lat, q.lon).ToPoint());
                query.FindClosestPoints(&target, &results);
            }
            best = std::min(best, now() - start);
        }
        printf("s2 query-%s %.6f\n", argv[a], best / queries.size() * 1e6);
        std::vector<std::vector<int32_t>> hits;
        for (const auto& q : queries) {
            S2ClosestPointQuery<int32_t>::PointTarget target(S2LatLng::FromDegrees(q.lat, q.lon).ToPoint());
            std::vector<int32_t> ids;
            for (const auto& r : query.FindClosestPoints(&target)) ids.push_back(r.data());
            hits.push_back(ids);
        }
        write_hits(folder + "/s2-" + argv[a] + ".hits", hits);
    }

    // Moves: a point is removed and inserted again, because the index has no other way. Chosen by the same generator as
    // on the Swift side.
    uint64_t state = 7;
    auto next = [&] {
        state += 0x9E3779B97F4A7C15ull;
        uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    };
    std::vector<std::pair<int32_t, Place>> moves;
    for (int k = 0; k < 200000; k++) {
        int32_t id = next() % points.size();
        double lat = std::max(-90.0, std::min(90.0, points[id].lat + ((double)(next() >> 11) / 9007199254740992.0 - 0.5) * 0.002));
        moves.push_back({id, {lat, points[id].lon}});
    }
    start = now();
    for (auto& [id, place] : moves) {
        index.Remove(S2LatLng::FromDegrees(points[id].lat, points[id].lon).ToPoint(), id);
        index.Add(S2LatLng::FromDegrees(place.lat, place.lon).ToPoint(), id);
        points[id] = place;
    }
    printf("s2 moves %.0f\n", moves.size() / (now() - start));
}
