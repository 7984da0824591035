-- While an index is built, its table can be read but not written.
CREATE UNIQUE INDEX "message_tenant_guid_guid_key" ON "message"("tenant_guid", "guid");
CREATE UNIQUE INDEX "alert_step_tenant_key" ON "alert_step"("tenant_guid", "alert_guid", "id");
CREATE UNIQUE INDEX "alert_comment_tenant_key" ON "alert_comment"("tenant_guid", "guid");
CREATE INDEX "alert_comment_tenant_guid_alert_guid_created_at_guid_idx" ON "alert_comment"("tenant_guid", "alert_guid", "created_at", "guid");
CREATE INDEX "alert_comment_tenant_guid_by_guid_created_at_idx" ON "alert_comment"("tenant_guid", "by_guid", "created_at");
CREATE UNIQUE INDEX "alert_reading_tenant_key" ON "alert_reading"("tenant_guid", "alert_guid", "series_id", "at");
CREATE UNIQUE INDEX "alert_escalation_tenant_key" ON "alert_escalation"("tenant_guid", "alert_guid");
CREATE UNIQUE INDEX "alert_escalation_alert_guid_key" ON "alert_escalation"("alert_guid");
CREATE UNIQUE INDEX "delivery_attempt_tenant_key" ON "delivery_attempt"("tenant_guid", "message_guid", "ordinal");
CREATE INDEX "delivery_attempt_message_guid_idx" ON "delivery_attempt"("message_guid");
CREATE UNIQUE INDEX "consumed_action_link_tenant_key" ON "consumed_action_link"("tenant_guid", "message_guid");
CREATE UNIQUE INDEX "digest_delivery_tenant_key" ON "digest_delivery"("tenant_guid", "owner_guid", "due_at");
-- The new indexes begin with the organization.
DROP INDEX "alert_comment_alert_guid_created_at_guid_idx", "alert_comment_by_guid_created_at_idx";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "alert_step" ADD CONSTRAINT "alert_step_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "alert_step" ADD CONSTRAINT "alert_step_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "alert_comment" ADD CONSTRAINT "alert_comment_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "alert_comment" ADD CONSTRAINT "alert_comment_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "alert_reading" ADD CONSTRAINT "alert_reading_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "alert_reading" ADD CONSTRAINT "alert_reading_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "alert_escalation" ADD CONSTRAINT "alert_escalation_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "alert_escalation" ADD CONSTRAINT "alert_escalation_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_tenant_guid_message_guid_fkey" FOREIGN KEY ("tenant_guid", "message_guid") REFERENCES "message"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "consumed_action_link" ADD CONSTRAINT "consumed_action_link_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "consumed_action_link" ADD CONSTRAINT "consumed_action_link_tenant_guid_message_guid_fkey" FOREIGN KEY ("tenant_guid", "message_guid") REFERENCES "message"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "digest_delivery" ADD CONSTRAINT "digest_delivery_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "digest_delivery" ADD CONSTRAINT "digest_delivery_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
