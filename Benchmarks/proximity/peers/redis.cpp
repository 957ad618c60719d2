// usage: redis SOCKET FOLDER RADIUS...   Prints lines "redis NAME VALUE"; writes FOLDER/redis-RADIUS.hits.
// Speaks RESP 2 over a Unix socket, 200 commands a write.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "peers.h"

static int peer;
static char buffer[1 << 16];
static size_t filled = 0, taken = 0;

static char byte() {
    if (taken == filled) {
        ssize_t n = read(peer, buffer, sizeof buffer);
        if (n <= 0) { perror("redis"); exit(1); }
        filled = n;
        taken = 0;
    }
    return buffer[taken++];
}

static long line() {
    std::string text;
    for (char c; (c = byte()) != '\r';) text += c;
    byte();
    return atol(text.c_str());
}

// Reads one reply; the members of an array are numbers and are appended to ids.
static void reply(std::vector<int32_t>* ids) {
    char kind = byte();
    if (kind == '-') { fprintf(stderr, "redis refused a command\n"); while (byte() != '\n'); return; }
    if (kind != '*') { line(); return; }
    for (long n = line(); n > 0; n--) {
        byte();
        long length = line();
        long id = 0;
        for (; length > 0; length--) id = id * 10 + (byte() - '0');
        byte(); byte();
        ids->push_back(id);
    }
}

static std::string command(const std::vector<std::string>& words) {
    std::string text = "*" + std::to_string(words.size()) + "\r\n";
    for (const auto& word : words) text += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
    return text;
}

static void send_all(const std::string& text) {
    for (size_t sent = 0; sent < text.size();) {
        ssize_t n = write(peer, text.data() + sent, text.size() - sent);
        if (n <= 0) { perror("redis"); exit(1); }
        sent += n;
    }
}

static std::string number(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.9f", value);
    return text;
}

int main(int argc, char** argv) {
    std::string folder = argv[2];
    auto points = read_places(folder + "/points.bin");
    auto queries = read_places(folder + "/queries.bin");
    peer = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
    if (connect(peer, (sockaddr*)&address, sizeof address)) { perror(argv[1]); return 1; }

    std::vector<int32_t> ignored;
    std::string text;
    int pending = 0;
    auto flush = [&] { send_all(text); text.clear(); for (; pending > 0; pending--) reply(&ignored); };
    for (size_t k = 0; k < points.size(); k++) {
        // Redis does not support latitudes beyond 85.05112878 (Web Mercator).
        if (std::abs(points[k].lat) > 85.05) continue;
        text += command({"GEOADD", "p", number(points[k].lon), number(points[k].lat), std::to_string(k)});
        if (++pending == 1000) flush();
    }
    flush();

    for (int a = 3; a < argc; a++) {
        std::vector<std::vector<int32_t>> hits(queries.size());
        double best = 1e9;
        for (int pass = 0; pass < 2; pass++) {
            double start = now();
            for (size_t k = 0; k < queries.size(); k += 200) {
                text.clear();
                size_t end = std::min(queries.size(), k + 200);
                for (size_t n = k; n < end; n++) {
                    double lat = std::max(-85.05, std::min(85.05, queries[n].lat));
                    text += command({"GEOSEARCH", "p", "FROMLONLAT", number(queries[n].lon), number(lat), "BYRADIUS", argv[a], "m", "ASC"});
                }
                send_all(text);
                for (size_t n = k; n < end; n++) { hits[n].clear(); reply(&hits[n]); }
            }
            best = std::min(best, now() - start);
        }
        printf("redis query-%s %.6f\n", argv[a], best / queries.size() * 1e6);
        write_hits(folder + "/redis-" + argv[a] + ".hits", hits);
    }
}
