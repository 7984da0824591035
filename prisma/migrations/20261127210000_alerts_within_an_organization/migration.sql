-- What belongs to alerts and messages names their organization (decision 77). Some of these tables are large: the columns come first, and
-- each step of the next migrations holds as little as it can.

ALTER TABLE "alert_step" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "alert_step_fill_tenant" BEFORE INSERT ON "alert_step" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('alert', 'alert_guid');

ALTER TABLE "alert_comment" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "alert_comment_fill_tenant" BEFORE INSERT ON "alert_comment" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('alert', 'alert_guid');

ALTER TABLE "alert_reading" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "alert_reading_fill_tenant" BEFORE INSERT ON "alert_reading" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('alert', 'alert_guid');

ALTER TABLE "alert_escalation" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "alert_escalation_fill_tenant" BEFORE INSERT ON "alert_escalation" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('alert', 'alert_guid');

ALTER TABLE "delivery_attempt" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "delivery_attempt_fill_tenant" BEFORE INSERT ON "delivery_attempt" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('message', 'message_guid');

ALTER TABLE "consumed_action_link" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "consumed_action_link_fill_tenant" BEFORE INSERT ON "consumed_action_link" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('message', 'message_guid');

ALTER TABLE "digest_delivery" ADD COLUMN "tenant_guid" UUID;
CREATE TRIGGER "digest_delivery_fill_tenant" BEFORE INSERT ON "digest_delivery" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('notification_preference', 'owner_guid', 'owner_guid');
