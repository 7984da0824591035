-- Reads the tables while others read and write them.
ALTER TABLE "recovery_code" VALIDATE CONSTRAINT "recovery_code_tenant_guid_user_guid_fkey";
ALTER TABLE "passkey" VALIDATE CONSTRAINT "passkey_tenant_guid_user_guid_fkey";
ALTER TABLE "known_device" VALIDATE CONSTRAINT "known_device_tenant_guid_user_guid_fkey";
ALTER TABLE "permission" VALIDATE CONSTRAINT "permission_tenant_guid_user_guid_fkey";
ALTER TABLE "permission" VALIDATE CONSTRAINT "permission_tenant_guid_location_guid_fkey";
ALTER TABLE "session" VALIDATE CONSTRAINT "session_tenant_guid_user_guid_fkey";
ALTER TABLE "api_token" VALIDATE CONSTRAINT "api_token_tenant_guid_user_guid_fkey";
ALTER TABLE "one_time_token" VALIDATE CONSTRAINT "one_time_token_tenant_guid_user_guid_fkey";

-- contract: the triggers fill what an older server leaves out, and the keys that it names in ON CONFLICT stay beside the new ones
ALTER TABLE "recovery_code" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "recovery_code_user_guid_fkey",
  DROP CONSTRAINT "recovery_code_pkey",
  ADD CONSTRAINT "recovery_code_pkey" PRIMARY KEY USING INDEX "recovery_code_tenant_key";
-- contract: as above
ALTER TABLE "passkey" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "passkey_user_guid_fkey",
  DROP CONSTRAINT "passkey_pkey",
  ADD CONSTRAINT "passkey_pkey" PRIMARY KEY USING INDEX "passkey_tenant_key";
-- contract: as above
ALTER TABLE "known_device" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "known_device_user_guid_fkey",
  DROP CONSTRAINT "known_device_pkey",
  ADD CONSTRAINT "known_device_pkey" PRIMARY KEY USING INDEX "known_device_tenant_key";
-- contract: as above
ALTER TABLE "permission" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "permission_user_guid_fkey",
  DROP CONSTRAINT "permission_location_guid_fkey",
  DROP CONSTRAINT "permission_pkey",
  ADD CONSTRAINT "permission_pkey" PRIMARY KEY USING INDEX "permission_tenant_key";
-- contract: as above
ALTER TABLE "session" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "session_user_guid_fkey",
  DROP CONSTRAINT "session_pkey",
  ADD CONSTRAINT "session_pkey" PRIMARY KEY USING INDEX "session_tenant_key";
-- contract: as above
ALTER TABLE "api_token" DROP CONSTRAINT "api_token_user_guid_fkey",
  DROP CONSTRAINT "api_token_pkey",
  ADD CONSTRAINT "api_token_pkey" PRIMARY KEY USING INDEX "api_token_tenant_key";
-- contract: as above
ALTER TABLE "one_time_token" DROP CONSTRAINT "one_time_token_user_guid_fkey",
  DROP CONSTRAINT "one_time_token_pkey",
  ADD CONSTRAINT "one_time_token_pkey" PRIMARY KEY USING INDEX "one_time_token_tenant_key";
-- contract: the new key refuses what this one does
ALTER TABLE "one_time_token" DROP CONSTRAINT "one_time_token_tenant_guid_fkey",
  ADD CONSTRAINT "one_time_token_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE;
-- contract: as above
ALTER TABLE "user_account" DROP CONSTRAINT "user_account_tenant_guid_fkey",
  ADD CONSTRAINT "user_account_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE;
