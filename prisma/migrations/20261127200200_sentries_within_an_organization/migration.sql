-- What belongs to a sentry names its organization, and its keys begin with it (decision 77). These tables are small: devices, their
-- codes and tokens, what people set at them.

ALTER TABLE "activation_code" ADD COLUMN "tenant_guid" UUID;
UPDATE "activation_code" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "activation_code_fill_tenant" BEFORE INSERT ON "activation_code" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "credential" ADD COLUMN "tenant_guid" UUID;
UPDATE "credential" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "credential_fill_tenant" BEFORE INSERT ON "credential" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "activation" ADD COLUMN "tenant_guid" UUID;
UPDATE "activation" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "activation_fill_tenant" BEFORE INSERT ON "activation" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "installation" ADD COLUMN "tenant_guid" UUID;
UPDATE "installation" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "installation_fill_tenant" BEFORE INSERT ON "installation" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "sentry_network" ADD COLUMN "tenant_guid" UUID;
UPDATE "sentry_network" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "sentry_network_fill_tenant" BEFORE INSERT ON "sentry_network" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "demo_scenario" ADD COLUMN "tenant_guid" UUID;
UPDATE "demo_scenario" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "demo_scenario_fill_tenant" BEFORE INSERT ON "demo_scenario" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "sensor_setting" ADD COLUMN "tenant_guid" UUID;
UPDATE "sensor_setting" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "sensor_setting_fill_tenant" BEFORE INSERT ON "sensor_setting" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "sensor_offset" ADD COLUMN "tenant_guid" UUID;
UPDATE "sensor_offset" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "sensor_offset_fill_tenant" BEFORE INSERT ON "sensor_offset" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

ALTER TABLE "fluid_sensor" ADD COLUMN "tenant_guid" UUID;
UPDATE "fluid_sensor" x SET "tenant_guid" = p."tenant_guid" FROM "sentry" p WHERE p."guid" = x."sentry_guid";
CREATE TRIGGER "fluid_sensor_fill_tenant" BEFORE INSERT ON "fluid_sensor" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

CREATE UNIQUE INDEX "activation_code_tenant_key" ON "activation_code"("tenant_guid", "hash");
CREATE UNIQUE INDEX "activation_code_hash_key" ON "activation_code"("hash");
CREATE INDEX "activation_code_tenant_guid_sentry_guid_idx" ON "activation_code"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX "credential_tenant_key" ON "credential"("tenant_guid", "hash");
CREATE UNIQUE INDEX "credential_hash_key" ON "credential"("hash");
CREATE INDEX "credential_tenant_guid_sentry_guid_idx" ON "credential"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX "activation_tenant_key" ON "activation"("tenant_guid", "guid");
CREATE INDEX "activation_tenant_guid_sentry_guid_idx" ON "activation"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX "installation_tenant_key" ON "installation"("tenant_guid", "guid");
CREATE INDEX "installation_tenant_guid_sentry_guid_idx" ON "installation"("tenant_guid", "sentry_guid");
CREATE INDEX "installation_tenant_guid_location_guid_idx" ON "installation"("tenant_guid", "location_guid");
CREATE UNIQUE INDEX "sentry_network_tenant_key" ON "sentry_network"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX "sentry_network_sentry_guid_key" ON "sentry_network"("sentry_guid");
CREATE UNIQUE INDEX "demo_scenario_tenant_key" ON "demo_scenario"("tenant_guid", "sentry_guid");
CREATE UNIQUE INDEX "sensor_setting_tenant_key" ON "sensor_setting"("tenant_guid", "sentry_guid", "sensor_metric_id");
CREATE UNIQUE INDEX "sensor_setting_sentry_guid_sensor_metric_id_key" ON "sensor_setting"("sentry_guid", "sensor_metric_id");
CREATE UNIQUE INDEX "sensor_offset_tenant_key" ON "sensor_offset"("tenant_guid", "guid");
CREATE INDEX "sensor_offset_in_force_idx" ON "sensor_offset"("tenant_guid", "sentry_guid", "sensor_metric_id", "column_name", "valid_from");
CREATE UNIQUE INDEX "fluid_sensor_tenant_key" ON "fluid_sensor"("tenant_guid", "sentry_guid", "model", "serial_number");
CREATE UNIQUE INDEX "fluid_sensor_sentry_guid_model_serial_number_key" ON "fluid_sensor"("sentry_guid", "model", "serial_number");
-- The new indexes begin with the organization.
DROP INDEX "activation_code_sentry_guid_idx", "credential_sentry_guid_idx", "activation_sentry_guid_idx", "installation_sentry_guid_idx", "installation_location_guid_idx", "sensor_offset_sentry_guid_sensor_metric_id_column_name_vali_idx";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "activation_code" ADD CONSTRAINT "activation_code_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "credential" ADD CONSTRAINT "credential_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "activation" ADD CONSTRAINT "activation_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "installation" ADD CONSTRAINT "installation_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "installation" ADD CONSTRAINT "installation_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "sentry_network" ADD CONSTRAINT "sentry_network_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "demo_scenario" ADD CONSTRAINT "demo_scenario_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "sensor_setting" ADD CONSTRAINT "sensor_setting_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "sensor_offset" ADD CONSTRAINT "sensor_offset_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "fluid_sensor" ADD CONSTRAINT "fluid_sensor_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
