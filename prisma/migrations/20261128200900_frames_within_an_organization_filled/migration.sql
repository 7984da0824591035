-- What the slices left, if anything.
UPDATE "frame" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid" AND x."tenant_guid" IS NULL;
-- A picture of a sentry that is gone is of nobody.
DELETE FROM "frame" x WHERE x."tenant_guid" IS NULL AND NOT EXISTS (SELECT 1 FROM "sentry" p WHERE p."guid" = x."sentry_guid");
