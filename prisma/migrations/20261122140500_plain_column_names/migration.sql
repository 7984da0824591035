-- Columns take the names the code uses: created_by, starts_at, valid_from, seen, heartbeat.
-- contract: renamed before the first release
ALTER TABLE "demo_scenario" RENAME COLUMN "began_at" TO "starts_at";
-- contract: renamed before the first release
ALTER TABLE "demo_scenario" RENAME COLUMN "by" TO "created_by";

-- contract: renamed before the first release
ALTER TABLE "sensor_offset" RENAME COLUMN "from" TO "valid_from";
-- contract: renamed before the first release
ALTER TABLE "sensor_offset" RENAME COLUMN "by" TO "created_by";
-- contract: renamed before the first release
ALTER INDEX "sensor_offset_sentry_guid_sensor_metric_id_column_name_from_idx"
  RENAME TO "sensor_offset_sentry_guid_sensor_metric_id_column_name_vali_idx";

-- contract: renamed before the first release
ALTER TABLE "fluid_sensor" RENAME COLUMN "first_heard_at" TO "first_seen_at";
-- contract: renamed before the first release
ALTER TABLE "fluid_sensor" RENAME COLUMN "last_heard_at" TO "last_seen_at";

-- contract: renamed before the first release
ALTER TABLE "platform_uptime" RENAME COLUMN "last_beat_at" TO "last_heartbeat_at";
-- contract: renamed before the first release
ALTER INDEX "platform_uptime_last_beat_at_idx" RENAME TO "platform_uptime_last_heartbeat_at_idx";

-- contract: renamed before the first release
ALTER TABLE "reading_rollup" RENAME COLUMN "five" TO "five_minutes";
