-- What is deleted or compared by its age, live views by their sentry, and videos by what they record. Built already, without hindering those
-- who write.
CREATE INDEX IF NOT EXISTS "alert_created_at_idx" ON "alert"("created_at");
CREATE INDEX IF NOT EXISTS "alert_video_tenant_guid_sentry_guid_record_from_idx" ON "alert_video"("tenant_guid", "sentry_guid", "record_from");
CREATE INDEX IF NOT EXISTS "delivery_created_at_idx" ON "delivery"("created_at");
CREATE INDEX IF NOT EXISTS "live_view_guid_idx" ON "live_view"("guid");
CREATE INDEX IF NOT EXISTS "live_view_sentry_guid_ended_at_idx" ON "live_view"("sentry_guid", "ended_at");
CREATE INDEX IF NOT EXISTS "message_created_at_idx" ON "message"("created_at");
