-- Column names. No released version uses the earlier ones, so no earlier server runs beside this one.
-- contract: no released version uses the earlier name
ALTER TABLE "audit_entry" RENAME COLUMN "at" TO "occurred_at";
-- contract: no released version uses the earlier name
ALTER INDEX "audit_entry_tenant_guid_at_idx" RENAME TO "audit_entry_tenant_guid_occurred_at_idx";
-- contract: no released version uses the earlier name
ALTER TABLE "attempt_count" RENAME COLUMN "until" TO "window_ends_at";
-- contract: no released version uses the earlier name
ALTER INDEX "attempt_count_until_idx" RENAME TO "attempt_count_window_ends_at_idx";
-- contract: no released version uses the earlier name
ALTER TABLE "reset_request" RENAME COLUMN "at" TO "requested_at";
-- contract: no released version uses the earlier name
ALTER TABLE "login_challenge" RENAME COLUMN "tries" TO "attempts";

-- The content of notifications names the tenant.
UPDATE "message" SET "content" = ("content" - 'organisation') || jsonb_build_object('tenantName', "content" -> 'organisation')
 WHERE "content" ? 'organisation';
