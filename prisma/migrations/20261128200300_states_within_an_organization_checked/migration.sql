-- Reads the tables while others read and write them.
ALTER TABLE "monitor_state" VALIDATE CONSTRAINT "monitor_state_has_tenant";
ALTER TABLE "monitor_state" VALIDATE CONSTRAINT "monitor_state_tenant_guid_sentry_guid_fkey";
ALTER TABLE "monitor_checkpoint" VALIDATE CONSTRAINT "monitor_checkpoint_has_tenant";
ALTER TABLE "monitor_checkpoint" VALIDATE CONSTRAINT "monitor_checkpoint_tenant_guid_sentry_guid_fkey";

-- The column takes over from the constraint without reading the table.
-- contract: the triggers fill what an older server leaves out, and the keys that it names in ON CONFLICT stay beside the new ones
ALTER TABLE "monitor_state" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "monitor_state_pkey",
  ADD CONSTRAINT "monitor_state_pkey" PRIMARY KEY USING INDEX "monitor_state_tenant_key",
  DROP CONSTRAINT "monitor_state_sentry_guid_fkey";
-- contract: the column says the same
ALTER TABLE "monitor_state" DROP CONSTRAINT "monitor_state_has_tenant";
-- contract: as above
ALTER TABLE "monitor_checkpoint" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "monitor_checkpoint_pkey",
  ADD CONSTRAINT "monitor_checkpoint_pkey" PRIMARY KEY USING INDEX "monitor_checkpoint_tenant_key",
  DROP CONSTRAINT "monitor_checkpoint_sentry_guid_fkey";
-- contract: the column says the same
ALTER TABLE "monitor_checkpoint" DROP CONSTRAINT "monitor_checkpoint_has_tenant";

-- Rows have it from here on: a row that is changed need not be looked at.
CREATE OR REPLACE TRIGGER "monitor_state_fill_tenant" BEFORE INSERT ON "monitor_state" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
CREATE OR REPLACE TRIGGER "monitor_checkpoint_fill_tenant" BEFORE INSERT ON "monitor_checkpoint" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
