-- States are closed sets (decision 77): what the contract does not name is refused. Kinds that grow by a row in a table of the code
-- (alerts, channels, integrations, steps) are not among them.
-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "alert" ADD CONSTRAINT "alert_state_check" CHECK ("state" IN ('OPEN', 'RECOVERED', 'CLEARED', 'RESOLVED')) NOT VALID;
ALTER TABLE "alert" ADD CONSTRAINT "alert_verdict_check" CHECK ("verdict" IN ('REAL', 'FALSE_ALARM', 'MAINTENANCE')) NOT VALID;
ALTER TABLE "alert" ADD CONSTRAINT "alert_cause_check" CHECK ("cause" IN ('POWER', 'CONNECTIVITY')) NOT VALID;
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_state_check" CHECK ("state" IN ('DUE', 'SUPPRESSED', 'COMPOSED', 'SENT', 'FAILED', 'SKIPPED')) NOT VALID;
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_change_check" CHECK ("change" IN ('RAISED', 'CLEARED', 'OCCURRED', 'REMINDER', 'UPDATED')) NOT VALID;
ALTER TABLE "message" ADD CONSTRAINT "message_state_check" CHECK ("state" IN ('WAITING', 'SENT', 'FAILED')) NOT VALID;
ALTER TABLE "sentry" ADD CONSTRAINT "sentry_kind_check" CHECK ("kind" IN ('DEVICE', 'GATEWAY', 'ADOPTED')) NOT VALID;
ALTER TABLE "fluid_sensor" ADD CONSTRAINT "fluid_sensor_status_check" CHECK ("status" IN ('DISCOVERED', 'PAIRED', 'IGNORED')) NOT VALID;
ALTER TABLE "clip" ADD CONSTRAINT "clip_state_check" CHECK ("state" IN ('UPLOADING', 'READY', 'DELETED')) NOT VALID;
ALTER TABLE "clip" ADD CONSTRAINT "clip_deleted_reason_check" CHECK ("deleted_reason" IN ('AGE', 'QUOTA', 'PERSON', 'TENANT_DELETED')) NOT VALID;
ALTER TABLE "clip_part" ADD CONSTRAINT "clip_part_part_check" CHECK ("part" IN ('video', 'still', 'strip')) NOT VALID;
ALTER TABLE "alert_video" ADD CONSTRAINT "alert_video_state_check" CHECK ("state" IN ('EXPECTED', 'UPLOADING', 'READY', 'MISSING', 'OFF', 'DELETED')) NOT VALID;
ALTER TABLE "video_retention" ADD CONSTRAINT "video_retention_when_full_check" CHECK ("when_full" IN ('OLDEST_FIRST', 'REFUSE_NEW')) NOT VALID;
ALTER TABLE "camera_setting" ADD CONSTRAINT "camera_setting_mode_check" CHECK ("mode" IN ('ON', 'OFF', 'SCHEDULE')) NOT VALID;
ALTER TABLE "sentry_channel" ADD CONSTRAINT "sentry_channel_protocol_check" CHECK ("protocol" IN ('WSS', 'HTTPS')) NOT VALID;
ALTER TABLE "live_view" ADD CONSTRAINT "live_view_transport_check" CHECK ("transport" IN ('MSE', 'WEBRTC', 'STILLS')) NOT VALID;
ALTER TABLE "integration" ADD CONSTRAINT "integration_protocol_check" CHECK ("protocol" IN ('MQTT_5', 'MQTT_3_1_1')) NOT VALID;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_mood_check" CHECK ("mood" IN ('happy', 'neutral', 'sad')) NOT VALID;
