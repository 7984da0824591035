-- Pictures name their organization (decision 77).

ALTER TABLE "frame" ADD COLUMN "tenant_guid" UUID;
-- They are never changed.
CREATE TRIGGER "frame_fill_tenant" BEFORE INSERT ON "frame" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
