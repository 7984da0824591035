-- Built already, without hindering those who write.
CREATE UNIQUE INDEX IF NOT EXISTS "monitor_state_tenant_key" ON "monitor_state"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX IF NOT EXISTS "monitor_state_sentry_guid_key" ON "monitor_state"("sentry_guid");
CREATE UNIQUE INDEX IF NOT EXISTS "monitor_checkpoint_tenant_key" ON "monitor_checkpoint"("tenant_guid", "sentry_guid", "at");
CREATE UNIQUE INDEX IF NOT EXISTS "monitor_checkpoint_sentry_guid_at_key" ON "monitor_checkpoint"("sentry_guid", "at");

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "monitor_state" ADD CONSTRAINT "monitor_state_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "monitor_state" ADD CONSTRAINT "monitor_state_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "monitor_checkpoint" ADD CONSTRAINT "monitor_checkpoint_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "monitor_checkpoint" ADD CONSTRAINT "monitor_checkpoint_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
