-- What the slices left, if anything.
UPDATE "monitor_state" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid" AND x."tenant_guid" IS NULL;
UPDATE "monitor_checkpoint" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid" AND x."tenant_guid" IS NULL;
