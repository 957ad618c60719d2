import Database

/// The table of jobs.
enum JobSchema {
    static let migrations = [
        Migration(
            9, id: "2026-11-21 jobs",
            statements: [
                """
                CREATE TABLE job (
                  id BIGINT PRIMARY KEY,
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
                  idempotency_key TEXT NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 1 AND 200),
                  payload TEXT NOT NULL CHECK (length(payload) <= 4000),
                  run_at BIGINT NOT NULL,
                  attempts BIGINT NOT NULL DEFAULT 0,
                  lease_until BIGINT,
                  failed_at BIGINT,
                  error TEXT CHECK (length(error) <= 500))
                """,
                "CREATE INDEX job_waiting ON job (run_at, id) WHERE failed_at IS NULL",
            ]),
        Migration(
            24, id: "2026-11-25 job failures",
            statements: [
                // Since when the job has failed at every run; NULL if its last run did not fail.
                "ALTER TABLE job ADD COLUMN failing_since BIGINT",
                "CREATE INDEX job_failing ON job (failing_since, id) WHERE failing_since IS NOT NULL",
                // Old texts were written for a log and are not shown.
                "UPDATE job SET error = NULL, failing_since = failed_at",
                // Replaced by one sweep job per feature.
                "DELETE FROM job WHERE kind = 'sweep'",
            ]),
        Migration(
            34, id: "2026-11-26 names of jobs",
            // Media sweeps the drafts of all features, and exports have a sweep of their own name.
            statements: ["DELETE FROM job WHERE kind IN ('notes.sweep', 'leaving.sweep')"]),
        Migration(
            62, id: "2026-11-25 turns of accounts in lanes",
            statements: [
                // Whom the job works for, so that many jobs of one account wait for each other and not others for them.
                "ALTER TABLE job ADD COLUMN account_id BIGINT",
                // Milliseconds that the job stands back behind earlier ones of its account.
                "ALTER TABLE job ADD COLUMN set_back BIGINT NOT NULL DEFAULT 0",
                "DROP INDEX job_waiting",
                "CREATE INDEX job_waiting ON job (run_at + set_back, id) WHERE failed_at IS NULL",
                """
                CREATE INDEX job_account ON job (account_id, kind, run_at + set_back)
                WHERE account_id IS NOT NULL AND failed_at IS NULL
                """,
            ]),
    ]
}
