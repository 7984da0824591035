-- What belongs to a user names their organization, and its keys begin with it (decision 77). These tables are small: people, their
-- browsers and factors.
CREATE UNIQUE INDEX "user_account_tenant_guid_guid_key" ON "user_account"("tenant_guid", "guid");

ALTER TABLE "recovery_code" ADD COLUMN "tenant_guid" UUID;
UPDATE "recovery_code" x SET "tenant_guid" = p."tenant_guid" FROM "user_account" p WHERE p."guid" = x."user_guid";
CREATE TRIGGER "recovery_code_fill_tenant" BEFORE INSERT ON "recovery_code" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('user_account', 'user_guid');

ALTER TABLE "passkey" ADD COLUMN "tenant_guid" UUID;
UPDATE "passkey" x SET "tenant_guid" = p."tenant_guid" FROM "user_account" p WHERE p."guid" = x."user_guid";
CREATE TRIGGER "passkey_fill_tenant" BEFORE INSERT ON "passkey" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('user_account', 'user_guid');

ALTER TABLE "known_device" ADD COLUMN "tenant_guid" UUID;
UPDATE "known_device" x SET "tenant_guid" = p."tenant_guid" FROM "user_account" p WHERE p."guid" = x."user_guid";
CREATE TRIGGER "known_device_fill_tenant" BEFORE INSERT ON "known_device" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('user_account', 'user_guid');

ALTER TABLE "permission" ADD COLUMN "tenant_guid" UUID;
UPDATE "permission" x SET "tenant_guid" = p."tenant_guid" FROM "user_account" p WHERE p."guid" = x."user_guid";
CREATE TRIGGER "permission_fill_tenant" BEFORE INSERT ON "permission" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('user_account', 'user_guid');

ALTER TABLE "session" ADD COLUMN "tenant_guid" UUID;
UPDATE "session" x SET "tenant_guid" = p."tenant_guid" FROM "user_account" p WHERE p."guid" = x."user_guid";
CREATE TRIGGER "session_fill_tenant" BEFORE INSERT ON "session" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('user_account', 'user_guid');

CREATE UNIQUE INDEX "recovery_code_tenant_key" ON "recovery_code"("tenant_guid", "user_guid", "hash");
CREATE UNIQUE INDEX "passkey_tenant_key" ON "passkey"("tenant_guid", "guid");
CREATE UNIQUE INDEX "passkey_tenant_guid_credential_id_key" ON "passkey"("tenant_guid", "credential_id");
CREATE INDEX "passkey_tenant_guid_user_guid_idx" ON "passkey"("tenant_guid", "user_guid");
CREATE UNIQUE INDEX "known_device_tenant_key" ON "known_device"("tenant_guid", "user_guid", "hash");
CREATE UNIQUE INDEX "known_device_hash_user_guid_key" ON "known_device"("hash", "user_guid");
CREATE UNIQUE INDEX "permission_tenant_key" ON "permission"("tenant_guid", "guid");
CREATE INDEX "permission_tenant_guid_user_guid_idx" ON "permission"("tenant_guid", "user_guid");
CREATE INDEX "permission_tenant_guid_location_guid_idx" ON "permission"("tenant_guid", "location_guid");
CREATE UNIQUE INDEX "session_tenant_key" ON "session"("tenant_guid", "guid");
CREATE UNIQUE INDEX "session_hash_key" ON "session"("hash");
CREATE INDEX "session_tenant_guid_user_guid_idx" ON "session"("tenant_guid", "user_guid");
CREATE UNIQUE INDEX "api_token_tenant_key" ON "api_token"("tenant_guid", "guid");
CREATE INDEX "api_token_tenant_guid_user_guid_idx" ON "api_token"("tenant_guid", "user_guid");
CREATE UNIQUE INDEX "one_time_token_tenant_key" ON "one_time_token"("tenant_guid", "hash");
CREATE UNIQUE INDEX "one_time_token_hash_key" ON "one_time_token"("hash");
CREATE INDEX "one_time_token_tenant_guid_user_guid_idx" ON "one_time_token"("tenant_guid", "user_guid");
-- The new indexes begin with the organization.
DROP INDEX "recovery_code_user_guid_idx", "passkey_credential_id_key", "passkey_user_guid_idx", "known_device_user_guid_idx", "permission_user_guid_idx", "permission_location_guid_idx", "session_guid_key", "session_user_guid_idx", "api_token_tenant_guid_idx", "api_token_user_guid_idx", "one_time_token_tenant_guid_idx", "one_time_token_user_guid_idx";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "permission" ADD CONSTRAINT "permission_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "permission" ADD CONSTRAINT "permission_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_tenant_guid_user_guid_fkey" FOREIGN KEY ("tenant_guid", "user_guid") REFERENCES "user_account"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
