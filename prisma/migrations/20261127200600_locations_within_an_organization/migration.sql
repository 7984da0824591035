-- Zones, assets, maintenance and weather: their keys begin with the organization (decision 77). These tables are small.

ALTER TABLE "weather_warning" ADD COLUMN "tenant_guid" UUID;
UPDATE "weather_warning" x SET "tenant_guid" = p."tenant_guid" FROM "location" p WHERE p."guid" = x."location_guid";
CREATE TRIGGER "weather_warning_fill_tenant" BEFORE INSERT ON "weather_warning" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('location', 'location_guid');

CREATE UNIQUE INDEX "zone_tenant_guid_location_guid_name_key_key" ON "zone"("tenant_guid", "location_guid", "name_key");
CREATE UNIQUE INDEX "asset_tenant_key" ON "asset"("tenant_guid", "guid");
CREATE UNIQUE INDEX "asset_tenant_guid_location_guid_name_key_key" ON "asset"("tenant_guid", "location_guid", "name_key");
CREATE UNIQUE INDEX "maintenance_window_tenant_key" ON "maintenance_window"("tenant_guid", "guid");
CREATE INDEX "maintenance_window_tenant_guid_location_guid_ends_at_idx" ON "maintenance_window"("tenant_guid", "location_guid", "ends_at");
CREATE UNIQUE INDEX "location_weather_tenant_key" ON "location_weather"("tenant_guid", "location_guid");
CREATE UNIQUE INDEX "location_weather_location_guid_key" ON "location_weather"("location_guid");
CREATE UNIQUE INDEX "weather_warning_tenant_key" ON "weather_warning"("tenant_guid", "location_guid", "provider", "event_key");
CREATE UNIQUE INDEX "weather_warning_tenant_guid_alert_guid_key" ON "weather_warning"("tenant_guid", "alert_guid");
CREATE UNIQUE INDEX "weather_warning_location_guid_provider_event_key_key" ON "weather_warning"("location_guid", "provider", "event_key");
-- The new indexes begin with the organization.
DROP INDEX "zone_location_guid_name_key_key", "asset_location_guid_name_key_key", "maintenance_window_location_guid_ends_at_idx", "weather_warning_alert_guid_key";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "location_weather" ADD CONSTRAINT "location_weather_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "weather_warning" ADD CONSTRAINT "weather_warning_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
