-- What an organization owns refers to its own locations, sentries and zones only: the key of each reference names the organization
-- too. All these tables are small (locations, devices, zones); readings, alerts and messages are not among them.

-- A zone, a sentry or a parent that is gone was left behind by name. It says nothing any more.
UPDATE "asset" a SET "zone_guid" = NULL
 WHERE "zone_guid" IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM "zone" z WHERE z."tenant_guid" = a."tenant_guid" AND z."guid" = a."zone_guid");
UPDATE "asset" a SET "sentry_guid" = NULL, "grid_row" = NULL, "grid_column" = NULL
 WHERE "sentry_guid" IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM "sentry" s WHERE s."tenant_guid" = a."tenant_guid" AND s."guid" = a."sentry_guid");
UPDATE "zone" z SET "parent_guid" = NULL
 WHERE "parent_guid" IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM "zone" p WHERE p."tenant_guid" = z."tenant_guid" AND p."guid" = z."parent_guid");

-- A row at a location, or a zone of a sentry, of another organization cannot be repaired here: which of the two is right, a person
-- has to say. The start ends with its name, and nothing was changed.
DO $$
DECLARE found text;
BEGIN
  SELECT string_agg(row, ', ') INTO found FROM (
    SELECT 'sentry ' || c.guid AS row FROM "sentry" c JOIN "location" l ON l.guid = c.location_guid WHERE l.tenant_guid <> c.tenant_guid
    UNION ALL
    SELECT 'zone ' || c.guid FROM "zone" c JOIN "location" l ON l.guid = c.location_guid WHERE l.tenant_guid <> c.tenant_guid
    UNION ALL
    SELECT 'zone ' || c.guid FROM "zone" c WHERE c.sentry_guid IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM "sentry" s WHERE s.tenant_guid = c.tenant_guid AND s.guid = c.sentry_guid)
    UNION ALL
    SELECT 'asset ' || c.guid FROM "asset" c JOIN "location" l ON l.guid = c.location_guid WHERE l.tenant_guid <> c.tenant_guid
    UNION ALL
    SELECT 'maintenance window ' || c.guid FROM "maintenance_window" c JOIN "location" l ON l.guid = c.location_guid
     WHERE l.tenant_guid <> c.tenant_guid
    LIMIT 10) AS rows;
  IF found IS NOT NULL THEN
    RAISE EXCEPTION 'these rows name a location or a sentry of another organization: %', found;
  END IF;
END $$;

CREATE UNIQUE INDEX "zone_tenant_guid_guid_key" ON "zone"("tenant_guid", "guid");
-- The new index begins with the same column.
DROP INDEX "zone_tenant_guid_idx";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "sentry" ADD CONSTRAINT "sentry_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "zone" ADD CONSTRAINT "zone_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "zone" ADD CONSTRAINT "zone_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE "zone" ADD CONSTRAINT "zone_tenant_guid_parent_guid_fkey" FOREIGN KEY ("tenant_guid", "parent_guid") REFERENCES "zone"("tenant_guid", "guid") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE "asset" ADD CONSTRAINT "asset_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "asset" ADD CONSTRAINT "asset_tenant_guid_zone_guid_fkey" FOREIGN KEY ("tenant_guid", "zone_guid") REFERENCES "zone"("tenant_guid", "guid") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE "asset" ADD CONSTRAINT "asset_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
