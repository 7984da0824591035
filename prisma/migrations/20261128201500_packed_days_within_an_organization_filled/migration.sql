-- What the slices left, if anything.
UPDATE "reading_chunk" x SET "tenant_guid" = p."tenant_guid" FROM "series" p WHERE p."id" = x."series_id" AND x."tenant_guid" IS NULL;
UPDATE "reading_rollup" x SET "tenant_guid" = p."tenant_guid" FROM "series" p WHERE p."id" = x."series_id" AND x."tenant_guid" IS NULL;
-- What is of a series that is gone is of nobody.
DELETE FROM "reading_chunk" x WHERE x."tenant_guid" IS NULL AND NOT EXISTS (SELECT 1 FROM "series" p WHERE p."id" = x."series_id");
DELETE FROM "reading_rollup" x WHERE x."tenant_guid" IS NULL AND NOT EXISTS (SELECT 1 FROM "series" p WHERE p."id" = x."series_id");
