-- Row by row, while others read and write the tables.
UPDATE "alert_step" x SET "tenant_guid" = p."tenant_guid" FROM "alert" p WHERE p."guid" = x."alert_guid" AND x."tenant_guid" IS NULL;
UPDATE "alert_comment" x SET "tenant_guid" = p."tenant_guid" FROM "alert" p WHERE p."guid" = x."alert_guid" AND x."tenant_guid" IS NULL;
UPDATE "alert_reading" x SET "tenant_guid" = p."tenant_guid" FROM "alert" p WHERE p."guid" = x."alert_guid" AND x."tenant_guid" IS NULL;
-- An alert that is gone escalates no more.
DELETE FROM "alert_escalation" x WHERE NOT EXISTS (SELECT 1 FROM "alert" p WHERE p."guid" = x."alert_guid");
UPDATE "alert_escalation" x SET "tenant_guid" = p."tenant_guid" FROM "alert" p WHERE p."guid" = x."alert_guid" AND x."tenant_guid" IS NULL;
UPDATE "delivery_attempt" x SET "tenant_guid" = p."tenant_guid" FROM "message" p WHERE p."guid" = x."message_guid" AND x."tenant_guid" IS NULL;
-- A link of a message that is gone opens nothing.
DELETE FROM "consumed_action_link" x WHERE NOT EXISTS (SELECT 1 FROM "message" p WHERE p."guid" = x."message_guid");
UPDATE "consumed_action_link" x SET "tenant_guid" = p."tenant_guid" FROM "message" p WHERE p."guid" = x."message_guid" AND x."tenant_guid" IS NULL;
-- Who has no preferences gets no summary.
DELETE FROM "digest_delivery" x WHERE NOT EXISTS (SELECT 1 FROM "notification_preference" p WHERE p."owner_guid" = x."owner_guid");
UPDATE "digest_delivery" x SET "tenant_guid" = p."tenant_guid" FROM "notification_preference" p WHERE p."owner_guid" = x."owner_guid" AND x."tenant_guid" IS NULL;
