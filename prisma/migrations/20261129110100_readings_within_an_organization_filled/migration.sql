-- What the slices left, if anything.
UPDATE "reading" x SET "tenant_guid" = s."tenant_guid" FROM "series" s WHERE s."id" = x."series_id" AND x."tenant_guid" IS NULL;
-- What is of a series that is gone is of nobody.
DELETE FROM "reading" x WHERE x."tenant_guid" IS NULL AND NOT EXISTS (SELECT 1 FROM "series" s WHERE s."id" = x."series_id");
