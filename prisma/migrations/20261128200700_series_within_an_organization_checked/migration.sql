-- Reads the table while others read and write it.
ALTER TABLE "series" VALIDATE CONSTRAINT "series_has_tenant";
ALTER TABLE "series" VALIDATE CONSTRAINT "series_tenant_guid_sentry_guid_fkey";

-- The column takes over from the constraint without reading the table.
-- contract: the trigger fills what an older server leaves out, and the keys by which it looks series up stay beside the new ones
ALTER TABLE "series" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "series_pkey",
  ADD CONSTRAINT "series_pkey" PRIMARY KEY USING INDEX "series_tenant_key",
  DROP CONSTRAINT "series_sentry_guid_fkey";
-- contract: the column says the same
ALTER TABLE "series" DROP CONSTRAINT "series_has_tenant";

-- Rows have it from here on: a row that is changed need not be looked at.
CREATE OR REPLACE TRIGGER "series_fill_tenant" BEFORE INSERT ON "series" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
