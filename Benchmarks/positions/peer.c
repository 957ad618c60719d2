// A handler of positions as Traccar's: it stores the position as a row, then asks every geofence of the device, one after the
// other, whether it contains the position. On the data of the site: the notes that the phone's owner may find, and all relics.
// usage: peer DATABASE PHONES      prints reports a second, a process on each processor
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    double lat, lon, radius;
} Circle;

static void check(int code, sqlite3 *database) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

// The great circle, as its DistanceCalculator has it.
static double distance(double lat1, double lon1, double lat2, double lon2) {
    double rad = M_PI / 180, d_lat = (lat2 - lat1) * rad, d_lon = (lon2 - lon1) * rad;
    double sum = sin(d_lat / 2) * sin(d_lat / 2) + sin(d_lon / 2) * sin(d_lon / 2) * cos(lat1 * rad) * cos(lat2 * rad);
    return 6371000 * 2 * atan2(sqrt(sum), sqrt(1 - sum));
}

static int read_circles(sqlite3 *database, const char *sql, long owner, Circle **circles, int count) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), database);
    if (owner) check(sqlite3_bind_int64(statement, 1, owner), database);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (count % 1024 == 0) *circles = realloc(*circles, (count + 1024) * sizeof(Circle));
        (*circles)[count++] = (Circle){
            sqlite3_column_double(statement, 0), sqlite3_column_double(statement, 1), sqlite3_column_double(statement, 2)};
    }
    sqlite3_finalize(statement);
    return count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// One process: reports for five seconds, each a transaction in a database of its own.
static long work(const char *file, long phones, int number) {
    sqlite3 *database, *own;
    sqlite3_stmt *insert;
    char path[4096];
    check(sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL), database);
    snprintf(path, sizeof path, "%s.peer-%d", file, number);
    check(sqlite3_open(path, &own), own);
    sqlite3_exec(own, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    check(sqlite3_exec(own, "CREATE TABLE tc_positions (id INTEGER PRIMARY KEY, deviceid, fixtime, latitude, longitude, speed, attributes)", NULL, NULL, NULL), own);
    check(sqlite3_prepare_v2(own, "INSERT INTO tc_positions (deviceid, fixtime, latitude, longitude, speed, attributes) VALUES (?, ?, ?, ?, 0, '{}')", -1, &insert, NULL), own);
    Circle *circles = NULL;
    int relics = read_circles(database, "SELECT lat, lon, radius_m FROM relic WHERE deleted_at IS NULL", 0, &circles, 0);
    long reports = 0;
    volatile int inside = 0;
    for (double start = now(); now() < start + 5; reports++) {
        long phone = reports * 7 % phones + 1, group = (phone - 1) / 10 + 1;
        double lat = 60 + group % 100 * 0.004, lon = 24 + group / 100 * 0.01;
        sqlite3_bind_int64(insert, 1, phone);
        sqlite3_bind_int64(insert, 2, reports);
        sqlite3_bind_double(insert, 3, lat);
        sqlite3_bind_double(insert, 4, lon);
        check(sqlite3_step(insert), own);
        sqlite3_reset(insert);
        int count = read_circles(
            database,
            "SELECT note.lat, note.lon, note.radius_m FROM delivery JOIN note ON note.id = delivery.note_id WHERE delivery.recipient_id = ? AND delivery.found_at IS NULL",
            phone, &circles, relics);
        for (int index = 0; index < count; index++)
            inside += distance(lat, lon, circles[index].lat, circles[index].lon) <= circles[index].radius;
    }
    return reports;
}

int main(int count, char **words) {
    if (count != 3) return 64;
    int processors = (int)sysconf(_SC_NPROCESSORS_ONLN), ends[2];
    if (pipe(ends)) return 1;
    for (int number = 0; number < processors; number++)
        if (fork() == 0) {
            long reports = work(words[1], atol(words[2]), number);
            return write(ends[1], &reports, sizeof reports) == sizeof reports ? 0 : 1;
        }
    long sum = 0, reports;
    for (int number = 0; number < processors; number++)
        if (read(ends[0], &reports, sizeof reports) == sizeof reports) sum += reports;
    while (wait(NULL) > 0) {}
    printf("%f\n", sum / 5.0);
}
