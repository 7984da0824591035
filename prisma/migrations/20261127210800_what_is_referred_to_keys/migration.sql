-- What others refer to takes its organization into its key, now that all of them name it (decision 77). While an index is built, its table
-- can be read but not written.
CREATE INDEX "user_account_guid_idx" ON "user_account"("guid");
CREATE INDEX "location_guid_idx" ON "location"("guid");
CREATE INDEX "alert_guid_idx" ON "alert"("guid");
CREATE INDEX "message_guid_idx" ON "message"("guid");
CREATE INDEX "destination_guid_idx" ON "destination"("guid");
CREATE INDEX "delivery_guid_idx" ON "delivery"("guid");
CREATE INDEX "clip_guid_idx" ON "clip"("guid");
CREATE UNIQUE INDEX "destination_tenant_key" ON "destination"("tenant_guid", "guid");
CREATE UNIQUE INDEX "delivery_tenant_key" ON "delivery"("tenant_guid", "guid");
CREATE UNIQUE INDEX "feedback_tenant_key" ON "feedback"("tenant_guid", "guid");
CREATE UNIQUE INDEX "notification_preference_tenant_key" ON "notification_preference"("tenant_guid", "owner_guid");
CREATE UNIQUE INDEX "notification_preference_owner_guid_key" ON "notification_preference"("owner_guid");
CREATE UNIQUE INDEX "destination_health_tenant_key" ON "destination_health"("tenant_guid", "destination_guid");
CREATE UNIQUE INDEX "destination_health_destination_guid_key" ON "destination_health"("destination_guid");
CREATE UNIQUE INDEX "alert_tenant_guid_sentry_guid_violation_key_raised_at_key" ON "alert"("tenant_guid", "sentry_guid", "violation_key", "raised_at");
CREATE UNIQUE INDEX "delivery_once_key" ON "delivery"("tenant_guid", "alert_guid", "destination_guid", "change", "occurrence");
-- The new indexes begin with the organization.
DROP INDEX "destination_tenant_guid_idx", "notification_preference_tenant_guid_idx", "clip_guid_key";

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "destination" ADD CONSTRAINT "destination_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "destination_health" ADD CONSTRAINT "destination_health_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
