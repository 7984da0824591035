-- Built already, without hindering those who write.
CREATE UNIQUE INDEX IF NOT EXISTS "frame_tenant_key" ON "frame"("tenant_guid", "sentry_guid", "sensor_metric_id", "at");
CREATE UNIQUE INDEX IF NOT EXISTS "frame_sentry_guid_sensor_metric_id_at_key" ON "frame"("sentry_guid", "sensor_metric_id", "at");

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "frame" ADD CONSTRAINT "frame_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "frame" ADD CONSTRAINT "frame_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
