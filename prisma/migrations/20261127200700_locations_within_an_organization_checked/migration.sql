-- Reads the tables while others read and write them.
ALTER TABLE "location_weather" VALIDATE CONSTRAINT "location_weather_tenant_guid_location_guid_fkey";
ALTER TABLE "weather_warning" VALIDATE CONSTRAINT "weather_warning_tenant_guid_location_guid_fkey";

-- contract: the triggers fill what an older server leaves out, and the keys that it names in ON CONFLICT stay beside the new ones
ALTER TABLE "zone" DROP CONSTRAINT "zone_pkey",
  ADD CONSTRAINT "zone_pkey" PRIMARY KEY USING INDEX "zone_tenant_guid_guid_key";
-- contract: as above
ALTER TABLE "asset" DROP CONSTRAINT "asset_pkey",
  ADD CONSTRAINT "asset_pkey" PRIMARY KEY USING INDEX "asset_tenant_key";
-- contract: as above
ALTER TABLE "maintenance_window" DROP CONSTRAINT "maintenance_window_pkey",
  ADD CONSTRAINT "maintenance_window_pkey" PRIMARY KEY USING INDEX "maintenance_window_tenant_key";
-- contract: as above
ALTER TABLE "location_weather" DROP CONSTRAINT "location_weather_location_guid_fkey",
  DROP CONSTRAINT "location_weather_pkey",
  ADD CONSTRAINT "location_weather_pkey" PRIMARY KEY USING INDEX "location_weather_tenant_key";
-- contract: as above
ALTER TABLE "weather_warning" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "weather_warning_location_guid_fkey",
  DROP CONSTRAINT "weather_warning_pkey",
  ADD CONSTRAINT "weather_warning_pkey" PRIMARY KEY USING INDEX "weather_warning_tenant_key";
-- contract: the new key refuses what this one does
ALTER TABLE "location" DROP CONSTRAINT "location_tenant_guid_fkey",
  ADD CONSTRAINT "location_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE;
