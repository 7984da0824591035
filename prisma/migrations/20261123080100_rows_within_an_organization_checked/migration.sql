-- Reads the tables while others read and write them.
ALTER TABLE "sentry" VALIDATE CONSTRAINT "sentry_tenant_guid_location_guid_fkey";
ALTER TABLE "zone" VALIDATE CONSTRAINT "zone_tenant_guid_location_guid_fkey";
ALTER TABLE "zone" VALIDATE CONSTRAINT "zone_tenant_guid_sentry_guid_fkey";
ALTER TABLE "zone" VALIDATE CONSTRAINT "zone_tenant_guid_parent_guid_fkey";
ALTER TABLE "asset" VALIDATE CONSTRAINT "asset_tenant_guid_location_guid_fkey";
ALTER TABLE "asset" VALIDATE CONSTRAINT "asset_tenant_guid_zone_guid_fkey";
ALTER TABLE "asset" VALIDATE CONSTRAINT "asset_tenant_guid_sentry_guid_fkey";
ALTER TABLE "maintenance_window" VALIDATE CONSTRAINT "maintenance_window_tenant_guid_location_guid_fkey";

-- Each of the new keys says what the old one said, and more.
-- contract: an older server relies on what it refuses, which the new key refuses as well
ALTER TABLE "sentry" DROP CONSTRAINT "sentry_location_guid_fkey";
-- contract: as above
ALTER TABLE "zone" DROP CONSTRAINT "zone_location_guid_fkey";
-- contract: as above
ALTER TABLE "asset" DROP CONSTRAINT "asset_location_guid_fkey";
-- contract: as above
ALTER TABLE "maintenance_window" DROP CONSTRAINT "maintenance_window_location_guid_fkey";
