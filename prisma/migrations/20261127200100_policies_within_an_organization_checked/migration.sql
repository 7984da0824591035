-- Reads the tables while others read and write them.
ALTER TABLE "policy_version" VALIDATE CONSTRAINT "policy_version_tenant_guid_policy_guid_fkey";
ALTER TABLE "policy_override" VALIDATE CONSTRAINT "policy_override_tenant_guid_sentry_guid_fkey";
ALTER TABLE "policy_override" VALIDATE CONSTRAINT "policy_override_tenant_guid_policy_guid_fkey";
ALTER TABLE "policy_change" VALIDATE CONSTRAINT "policy_change_tenant_guid_fkey";

-- contract: the trigger fills what an older server leaves out, and no server names these keys in ON CONFLICT
ALTER TABLE "policy_version" ALTER COLUMN "tenant_guid" SET NOT NULL, DROP CONSTRAINT "policy_version_policy_guid_fkey",
  DROP CONSTRAINT "policy_version_pkey", ADD CONSTRAINT "policy_version_pkey" PRIMARY KEY USING INDEX "policy_version_tenant_key";
-- contract: as above
ALTER TABLE "policy_override" ALTER COLUMN "tenant_guid" SET NOT NULL, DROP CONSTRAINT "policy_override_sentry_guid_fkey",
  DROP CONSTRAINT "policy_override_policy_guid_fkey", DROP CONSTRAINT "policy_override_pkey",
  ADD CONSTRAINT "policy_override_pkey" PRIMARY KEY USING INDEX "policy_override_tenant_key";
-- contract: as above
ALTER TABLE "policy_change" DROP CONSTRAINT "policy_change_pkey",
  ADD CONSTRAINT "policy_change_pkey" PRIMARY KEY USING INDEX "policy_change_tenant_key";
-- contract: as above
ALTER TABLE "policy" DROP CONSTRAINT "policy_pkey",
  ADD CONSTRAINT "policy_pkey" PRIMARY KEY USING INDEX "policy_tenant_guid_guid_key";
-- The tenant's guid never changes.
-- contract: the new key refuses what this one does
ALTER TABLE "policy" DROP CONSTRAINT "policy_tenant_guid_fkey",
  ADD CONSTRAINT "policy_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE;
