-- What refers to a zone, a sentry or a reader is found when one of them is deleted, instead of in all zones and assets of the organization.
-- Built already, without hindering those who write.
CREATE INDEX IF NOT EXISTS "asset_tenant_guid_sentry_guid_idx" ON "asset"("tenant_guid", "sentry_guid");
CREATE INDEX IF NOT EXISTS "asset_tenant_guid_zone_guid_idx" ON "asset"("tenant_guid", "zone_guid");
CREATE INDEX IF NOT EXISTS "source_test_tenant_guid_reader_guid_idx" ON "source_test"("tenant_guid", "reader_guid");
CREATE INDEX IF NOT EXISTS "zone_tenant_guid_parent_guid_idx" ON "zone"("tenant_guid", "parent_guid");
CREATE INDEX IF NOT EXISTS "zone_tenant_guid_sentry_guid_idx" ON "zone"("tenant_guid", "sentry_guid");
