-- Comments are read a page at a time, and counted by who wrote them.
CREATE INDEX "alert_comment_alert_guid_created_at_guid_idx" ON "alert_comment"("alert_guid", "created_at", "guid");
CREATE INDEX "alert_comment_by_guid_created_at_idx" ON "alert_comment"("by_guid", "created_at");
DROP INDEX "alert_comment_alert_guid_idx";
