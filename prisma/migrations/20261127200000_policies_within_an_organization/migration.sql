-- Versions, overrides and edits of policies name their organization, and their keys begin with it (decision 77). These tables are small:
-- people write them.

-- Servers of an earlier version store rows without the organization: it is that of the row they refer to. Dropped with the last such
-- server.
CREATE FUNCTION "fill_tenant_guid"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Arguments: the table that the row refers to, the column that does, and the column it names there where that is not its guid.
  EXECUTE format('SELECT tenant_guid FROM %I WHERE %I = ($1).%I', TG_ARGV[0], coalesce(TG_ARGV[2], 'guid'), TG_ARGV[1])
    INTO NEW."tenant_guid" USING NEW;
  RETURN NEW;
END $$;

ALTER TABLE "policy_version" ADD COLUMN "tenant_guid" UUID;
UPDATE "policy_version" v SET "tenant_guid" = p."tenant_guid" FROM "policy" p WHERE p."guid" = v."policy_guid";
CREATE TRIGGER "policy_version_fill_tenant" BEFORE INSERT ON "policy_version" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('policy', 'policy_guid');

ALTER TABLE "policy_override" ADD COLUMN "tenant_guid" UUID;
UPDATE "policy_override" o SET "tenant_guid" = p."tenant_guid" FROM "policy" p WHERE p."guid" = o."policy_guid";
CREATE TRIGGER "policy_override_fill_tenant" BEFORE INSERT ON "policy_override" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('policy', 'policy_guid');

CREATE UNIQUE INDEX "policy_version_tenant_key" ON "policy_version"("tenant_guid", "policy_guid", "version");
CREATE UNIQUE INDEX "policy_override_tenant_key" ON "policy_override"("tenant_guid", "sentry_guid", "policy_guid");
CREATE INDEX "policy_override_tenant_guid_policy_guid_idx" ON "policy_override"("tenant_guid", "policy_guid");
CREATE UNIQUE INDEX "policy_change_tenant_key" ON "policy_change"("tenant_guid", "guid");
CREATE UNIQUE INDEX "policy_change_tenant_guid_alert_guid_key" ON "policy_change"("tenant_guid", "alert_guid");
CREATE INDEX "policy_change_tenant_guid_policy_guid_created_at_idx" ON "policy_change"("tenant_guid", "policy_guid", "created_at");
DROP INDEX "policy_override_policy_guid_idx", "policy_change_alert_guid_key", "policy_change_policy_guid_created_at_idx";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "policy_version" ADD CONSTRAINT "policy_version_tenant_guid_policy_guid_fkey" FOREIGN KEY ("tenant_guid", "policy_guid") REFERENCES "policy"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "policy_override" ADD CONSTRAINT "policy_override_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "policy_override" ADD CONSTRAINT "policy_override_tenant_guid_policy_guid_fkey" FOREIGN KEY ("tenant_guid", "policy_guid") REFERENCES "policy"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "policy_change" ADD CONSTRAINT "policy_change_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
