-- Reads the tables while others read and write them.
ALTER TABLE "delivery" VALIDATE CONSTRAINT "delivery_tenant_guid_alert_guid_fkey";
ALTER TABLE "destination" VALIDATE CONSTRAINT "destination_tenant_guid_fkey";
ALTER TABLE "destination_health" VALIDATE CONSTRAINT "destination_health_tenant_guid_fkey";
ALTER TABLE "notification_preference" VALIDATE CONSTRAINT "notification_preference_tenant_guid_fkey";
ALTER TABLE "feedback" VALIDATE CONSTRAINT "feedback_tenant_guid_fkey";

-- contract: the keys that an older server names in ON CONFLICT stay beside the new ones
ALTER TABLE "user_account" DROP CONSTRAINT "user_account_pkey",
  ADD CONSTRAINT "user_account_pkey" PRIMARY KEY USING INDEX "user_account_tenant_guid_guid_key";
-- contract: as above
ALTER TABLE "location" DROP CONSTRAINT "location_pkey",
  ADD CONSTRAINT "location_pkey" PRIMARY KEY USING INDEX "location_tenant_guid_guid_key";
-- contract: as above
ALTER TABLE "alert" DROP CONSTRAINT "alert_pkey",
  ADD CONSTRAINT "alert_pkey" PRIMARY KEY USING INDEX "alert_tenant_guid_guid_key";
-- contract: as above
ALTER TABLE "message" DROP CONSTRAINT "message_pkey",
  ADD CONSTRAINT "message_pkey" PRIMARY KEY USING INDEX "message_tenant_guid_guid_key";
-- contract: as above
ALTER TABLE "destination" DROP CONSTRAINT "destination_pkey",
  ADD CONSTRAINT "destination_pkey" PRIMARY KEY USING INDEX "destination_tenant_key";
-- contract: as above
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_pkey",
  ADD CONSTRAINT "delivery_pkey" PRIMARY KEY USING INDEX "delivery_tenant_key";
-- contract: as above
ALTER TABLE "feedback" DROP CONSTRAINT "feedback_pkey",
  ADD CONSTRAINT "feedback_pkey" PRIMARY KEY USING INDEX "feedback_tenant_key";
-- contract: as above
ALTER TABLE "notification_preference" DROP CONSTRAINT "notification_preference_pkey",
  ADD CONSTRAINT "notification_preference_pkey" PRIMARY KEY USING INDEX "notification_preference_tenant_key";
-- contract: as above
ALTER TABLE "destination_health" DROP CONSTRAINT "destination_health_pkey",
  ADD CONSTRAINT "destination_health_pkey" PRIMARY KEY USING INDEX "destination_health_tenant_key";
