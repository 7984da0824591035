-- Built already, without hindering those who write. The number alone stays unique: rows of "reading" name no organization yet.
CREATE UNIQUE INDEX IF NOT EXISTS "series_tenant_key" ON "series"("tenant_guid", "id");
CREATE UNIQUE INDEX IF NOT EXISTS "series_id_key" ON "series"("id");
CREATE UNIQUE INDEX IF NOT EXISTS "series_tenant_guid_sentry_guid_sensor_metric_id_column_name_key" ON "series"("tenant_guid", "sentry_guid", "sensor_metric_id", "column_name");

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "series" ADD CONSTRAINT "series_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "series" ADD CONSTRAINT "series_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
