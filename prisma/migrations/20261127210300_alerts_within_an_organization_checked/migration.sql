-- Reads the tables while others read and write them.
ALTER TABLE "alert_step" VALIDATE CONSTRAINT "alert_step_has_tenant";
ALTER TABLE "alert_step" VALIDATE CONSTRAINT "alert_step_tenant_guid_alert_guid_fkey";
ALTER TABLE "alert_comment" VALIDATE CONSTRAINT "alert_comment_has_tenant";
ALTER TABLE "alert_comment" VALIDATE CONSTRAINT "alert_comment_tenant_guid_alert_guid_fkey";
ALTER TABLE "alert_reading" VALIDATE CONSTRAINT "alert_reading_has_tenant";
ALTER TABLE "alert_reading" VALIDATE CONSTRAINT "alert_reading_tenant_guid_alert_guid_fkey";
ALTER TABLE "alert_escalation" VALIDATE CONSTRAINT "alert_escalation_has_tenant";
ALTER TABLE "alert_escalation" VALIDATE CONSTRAINT "alert_escalation_tenant_guid_alert_guid_fkey";
ALTER TABLE "delivery_attempt" VALIDATE CONSTRAINT "delivery_attempt_has_tenant";
ALTER TABLE "delivery_attempt" VALIDATE CONSTRAINT "delivery_attempt_tenant_guid_message_guid_fkey";
ALTER TABLE "consumed_action_link" VALIDATE CONSTRAINT "consumed_action_link_has_tenant";
ALTER TABLE "consumed_action_link" VALIDATE CONSTRAINT "consumed_action_link_tenant_guid_message_guid_fkey";
ALTER TABLE "digest_delivery" VALIDATE CONSTRAINT "digest_delivery_has_tenant";
ALTER TABLE "digest_delivery" VALIDATE CONSTRAINT "digest_delivery_tenant_guid_fkey";

-- The column takes over from the constraint without reading the table.
-- contract: the triggers fill what an older server leaves out, and the keys that it names in ON CONFLICT stay beside the new ones
ALTER TABLE "alert_step" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "alert_step_pkey",
  ADD CONSTRAINT "alert_step_pkey" PRIMARY KEY USING INDEX "alert_step_tenant_key",
  DROP CONSTRAINT "alert_step_alert_guid_fkey";
-- contract: the column says the same
ALTER TABLE "alert_step" DROP CONSTRAINT "alert_step_has_tenant";
-- contract: as above
ALTER TABLE "alert_comment" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "alert_comment_pkey",
  ADD CONSTRAINT "alert_comment_pkey" PRIMARY KEY USING INDEX "alert_comment_tenant_key",
  DROP CONSTRAINT "alert_comment_alert_guid_fkey";
-- contract: the column says the same
ALTER TABLE "alert_comment" DROP CONSTRAINT "alert_comment_has_tenant";
-- contract: as above
ALTER TABLE "alert_reading" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "alert_reading_pkey",
  ADD CONSTRAINT "alert_reading_pkey" PRIMARY KEY USING INDEX "alert_reading_tenant_key",
  DROP CONSTRAINT "alert_reading_alert_guid_fkey";
-- contract: the column says the same
ALTER TABLE "alert_reading" DROP CONSTRAINT "alert_reading_has_tenant";
-- contract: as above
ALTER TABLE "alert_escalation" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "alert_escalation_pkey",
  ADD CONSTRAINT "alert_escalation_pkey" PRIMARY KEY USING INDEX "alert_escalation_tenant_key";
-- contract: the column says the same
ALTER TABLE "alert_escalation" DROP CONSTRAINT "alert_escalation_has_tenant";
-- contract: as above
ALTER TABLE "delivery_attempt" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "delivery_attempt_pkey",
  ADD CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY USING INDEX "delivery_attempt_tenant_key",
  DROP CONSTRAINT "delivery_attempt_message_guid_fkey";
-- contract: the column says the same
ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_has_tenant";
-- contract: as above
ALTER TABLE "consumed_action_link" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "consumed_action_link_pkey",
  ADD CONSTRAINT "consumed_action_link_pkey" PRIMARY KEY USING INDEX "consumed_action_link_tenant_key";
-- contract: the column says the same
ALTER TABLE "consumed_action_link" DROP CONSTRAINT "consumed_action_link_has_tenant";
-- contract: as above
ALTER TABLE "digest_delivery" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "digest_delivery_pkey",
  ADD CONSTRAINT "digest_delivery_pkey" PRIMARY KEY USING INDEX "digest_delivery_tenant_key";
-- contract: the column says the same
ALTER TABLE "digest_delivery" DROP CONSTRAINT "digest_delivery_has_tenant";
