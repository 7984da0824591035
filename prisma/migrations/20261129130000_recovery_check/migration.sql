-- CreateTable
CREATE TABLE "recovery_check" (
    "source" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "result" TEXT,
    "reached_at" TIMESTAMPTZ(3),
    "why" TEXT,
    "passed_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_check_pkey" PRIMARY KEY ("source"),
    CONSTRAINT "recovery_check_source" CHECK (source IN ('EMBEDDED', 'PGBACKREST')),
    CONSTRAINT "recovery_check_result" CHECK (result IN ('PASSED', 'FAILED', 'SKIPPED'))
);
