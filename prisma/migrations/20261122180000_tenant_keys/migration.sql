-- Locations, sentries and policies can be referenced together with their organization. Every row already names it.
CREATE UNIQUE INDEX "location_tenant_guid_guid_key" ON "location"("tenant_guid", "guid");
CREATE UNIQUE INDEX "sentry_tenant_guid_guid_key" ON "sentry"("tenant_guid", "guid");
CREATE UNIQUE INDEX "policy_tenant_guid_guid_key" ON "policy"("tenant_guid", "guid");

-- The new index begins with the same column.
DROP INDEX "sentry_tenant_guid_idx";
