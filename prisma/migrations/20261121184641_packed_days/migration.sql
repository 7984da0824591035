-- CreateTable
CREATE TABLE "reading_chunk" (
    "series_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "keep_days" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_value" DOUBLE PRECISION,
    "data" BYTEA NOT NULL,

    CONSTRAINT "reading_chunk_pkey" PRIMARY KEY ("series_id","day","keep_days")
) PARTITION BY LIST ("keep_days");

-- It is compressed already.
ALTER TABLE "reading_chunk" ALTER COLUMN "data" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "reading_rollup" (
    "series_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "keep_days" INTEGER NOT NULL,
    "min" DOUBLE PRECISION NOT NULL,
    "max" DOUBLE PRECISION NOT NULL,
    "sum" DOUBLE PRECISION NOT NULL,
    "count" INTEGER NOT NULL,
    "last" DOUBLE PRECISION NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "hours" BYTEA NOT NULL,
    "five" BYTEA NOT NULL,

    CONSTRAINT "reading_rollup_pkey" PRIMARY KEY ("series_id","day","keep_days")
) PARTITION BY LIST ("keep_days");

ALTER TABLE "reading_rollup" ALTER COLUMN "hours" SET STORAGE EXTERNAL, ALTER COLUMN "five" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "retention" (
    "tenant_guid" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "keep_days" INTEGER NOT NULL,

    CONSTRAINT "retention_pkey" PRIMARY KEY ("tenant_guid","kind")
);

-- The newest reading of a series. What came today is newer than anything packed, so most calls end at the first branch.
CREATE FUNCTION newest_reading(of_series INTEGER) RETURNS TABLE (at TIMESTAMPTZ, value DOUBLE PRECISION) LANGUAGE sql STABLE AS $$
  SELECT n.at, n.value FROM (
    (SELECT r.at, r.value FROM reading r
      WHERE r.series_id = of_series AND r.at >= date_trunc('day', now(), 'UTC') ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT e.at, e.value FROM (
      (SELECT r.at, r.value FROM reading r WHERE r.series_id = of_series ORDER BY r.at DESC LIMIT 1)
      UNION ALL
      (SELECT c.last_at, c.last_value FROM reading_chunk c WHERE c.series_id = of_series ORDER BY c.day DESC LIMIT 1)) e
      ORDER BY e.at DESC LIMIT 1)) n
  LIMIT 1
$$;
