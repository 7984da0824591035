-- Series name their organization (decision 77), so that packed readings can refer to one of their organization.

ALTER TABLE "series" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "series_fill_tenant" BEFORE INSERT OR UPDATE ON "series" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
