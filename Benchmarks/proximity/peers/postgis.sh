#!/bin/sh
# usage: postgis.sh POINTS.csv FOLDER RADIUS...   Prints lines "postgis query-RADIUS MICROSECONDS", for the first 2,000
# queries, run inside the server so that no connection is measured. Works in its own schema, dropped at the end.
set -eu
points=$1
folder=$2
shift 2
export PGOPTIONS="-c client_min_messages=warning"
sql() { psql "$CAIRN_BENCH_POSTGIS" -q -v ON_ERROR_STOP=1 "$@"; }
python3 - "$folder/queries.bin" > "$folder/queries.csv" <<'PYTHON'
import array, sys
q = array.array("d")
q.frombytes(open(sys.argv[1], "rb").read())
for k in range(2000):
    print(f"{k},{q[2 * k]!r},{q[2 * k + 1]!r}")
PYTHON
sql > /dev/null <<SQL
CREATE EXTENSION IF NOT EXISTS postgis;
DROP SCHEMA IF EXISTS bench_proximity CASCADE;
CREATE SCHEMA bench_proximity;
SET search_path = bench_proximity, public;
CREATE TABLE raw (id bigint, lat double precision, lon double precision, t bigint, owner int);
\\copy raw FROM '$points' CSV HEADER
CREATE TABLE queries (id int, lat double precision, lon double precision);
\\copy queries FROM '$folder/queries.csv' CSV
CREATE TABLE points AS SELECT id, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS place FROM raw;
CREATE INDEX ON points USING gist (place);
ANALYZE points;
SQL
for radius in "$@"; do
    sql -t -A <<SQL
SET search_path = bench_proximity, public;
SET client_min_messages = notice;
CREATE FUNCTION pg_temp.measure() RETURNS double precision LANGUAGE plpgsql AS \$\$
DECLARE q record; found bigint; start timestamptz;
BEGIN
    start := clock_timestamp();
    FOR q IN SELECT lat, lon FROM queries LOOP
        SELECT count(*) INTO found FROM points
        WHERE ST_DWithin(place, ST_SetSRID(ST_MakePoint(q.lon, q.lat), 4326)::geography, $radius);
    END LOOP;
    RETURN extract(epoch FROM clock_timestamp() - start) * 1e6 / 2000;
END \$\$;
SELECT 'postgis query-$radius ' || pg_temp.measure();
SQL
done
sql -c 'DROP SCHEMA bench_proximity CASCADE' > /dev/null 2>&1
