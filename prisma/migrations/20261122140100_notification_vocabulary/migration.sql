-- contract: nothing was released with the earlier names
ALTER TABLE "message_try" RENAME TO "delivery_attempt";
-- contract: as above
ALTER TABLE "delivery_attempt" RENAME COLUMN "at" TO "started_at";
-- contract: as above
ALTER TABLE "delivery_attempt" RENAME CONSTRAINT "message_try_pkey" TO "delivery_attempt_pkey";
-- contract: as above
ALTER TABLE "delivery_attempt" RENAME CONSTRAINT "message_try_message_guid_fkey" TO "delivery_attempt_message_guid_fkey";

-- contract: as above
ALTER TABLE "used_link" RENAME TO "consumed_action_link";
-- contract: as above
ALTER TABLE "consumed_action_link" RENAME COLUMN "by_name" TO "consumed_by_name";
-- contract: as above
ALTER TABLE "consumed_action_link" RENAME COLUMN "at" TO "consumed_at";
-- contract: as above
ALTER TABLE "consumed_action_link" RENAME CONSTRAINT "used_link_pkey" TO "consumed_action_link_pkey";

-- contract: as above
ALTER TABLE "trouble_sighting" RENAME TO "health_observation";
-- contract: as above
ALTER TABLE "health_observation" RENAME COLUMN "matter" TO "check_name";
-- contract: as above
ALTER TABLE "health_observation" RENAME COLUMN "seen_at" TO "observed_at";
-- contract: as above
ALTER TABLE "health_observation" RENAME CONSTRAINT "trouble_sighting_pkey" TO "health_observation_pkey";

-- contract: as above
ALTER TABLE "digest_run" RENAME TO "digest_delivery";
-- contract: as above
ALTER TABLE "digest_delivery" RENAME CONSTRAINT "digest_run_pkey" TO "digest_delivery_pkey";

-- contract: as above
ALTER TABLE "alert_escalation" RENAME COLUMN "notices" TO "notifications_sent";
-- contract: as above
ALTER TABLE "alert_escalation" RENAME COLUMN "since" TO "last_notified_at";

-- contract: as above
ALTER TABLE "maintenance_window" RENAME COLUMN "begins_at" TO "starts_at";

-- contract: as above
ALTER TABLE "delivery" RENAME COLUMN "turn" TO "occurrence";
-- contract: as above
ALTER TABLE "delivery" RENAME COLUMN "held_for" TO "suppressed_for";
-- contract: as above
ALTER TABLE "delivery" RENAME COLUMN "held_at" TO "suppressed_at";
-- contract: as above
ALTER INDEX "delivery_alert_guid_destination_guid_change_turn_key" RENAME TO "delivery_alert_guid_destination_guid_change_occurrence_key";

-- The partial indexes name a state that is renamed below.
DROP INDEX "delivery_due";
DROP INDEX "delivery_catching_up";

UPDATE "delivery" SET
  "change" = CASE "change" WHEN 'ON' THEN 'RAISED' WHEN 'OFF' THEN 'CLEARED' WHEN 'EVENT' THEN 'OCCURRED'
                           WHEN 'AGAIN' THEN 'REMINDER' ELSE "change" END,
  "state" = CASE "state" WHEN 'HELD' THEN 'SUPPRESSED' ELSE "state" END,
  "reason" = CASE "reason" WHEN 'INCIDENT' THEN 'GROUPED' WHEN 'FOLDING' THEN 'GROUPING'
                           WHEN 'ORDER' THEN 'WAITING_FOR_PREDECESSOR' WHEN 'MAY_NOT_SEE' THEN 'NO_PERMISSION'
                           WHEN 'NOT_TOLD' THEN 'NOT_NOTIFIED' WHEN 'OPEN_AGAIN' THEN 'REOPENED' WHEN 'OVER' THEN 'ENDED'
                           WHEN 'TAKEN_CARE_OF' THEN 'ACKNOWLEDGED' ELSE "reason" END,
  "suppressed_for" = CASE "suppressed_for" WHEN 'INCIDENT' THEN 'GROUPED' ELSE "suppressed_for" END;

CREATE INDEX "delivery_due" ON "delivery" ("due_at") WHERE "state" IN ('DUE', 'SUPPRESSED');
CREATE INDEX "delivery_catching_up" ON "delivery" ("alert_guid") WHERE "state" = 'SUPPRESSED' AND "reason" = 'CATCHING_UP';

-- What a message says, as it is kept with it: it is read again at the next attempt.
UPDATE "message" SET "content" = ("content" - 'organisation') || jsonb_build_object(
  'tenantName', "content"->'organisation',
  'items', (SELECT coalesce(jsonb_agg((i.item - 'turn' - 'notice' - 'heldFor') || jsonb_build_object(
      'occurrence', i.item->'turn',
      'notificationNumber', i.item->'notice',
      'suppressedFor', CASE i.item->>'heldFor' WHEN 'INCIDENT' THEN '"GROUPED"'::jsonb ELSE i.item->'heldFor' END,
      'change', CASE i.item->>'change' WHEN 'ON' THEN 'RAISED' WHEN 'OFF' THEN 'CLEARED' WHEN 'EVENT' THEN 'OCCURRED'
                                       WHEN 'AGAIN' THEN 'REMINDER' ELSE i.item->>'change' END) ORDER BY i.place), '[]')
    FROM jsonb_array_elements("content"->'items') WITH ORDINALITY AS i (item, place)))
 WHERE "content" ? 'organisation';

-- What people chose.
UPDATE "notification_preference" SET "preferences" = jsonb_set("preferences", '{digest}',
  (("preferences"->'digest') - 'rhythm') || jsonb_build_object('frequency', "preferences"->'digest'->'rhythm'))
 WHERE "preferences"->'digest' ? 'rhythm';

UPDATE "notification_rules" SET "rules" = ("rules" - 'lapseMinutes') || jsonb_build_object(
  'acknowledgementTimeoutMinutes', "rules"->'lapseMinutes',
  'chains', replace(("rules"->'chains')::text, '{"kind": "TOLD"}', '{"kind": "NOTIFIED"}')::jsonb)
 WHERE "rules" ? 'lapseMinutes';

-- System alerts by the name of their check.
UPDATE "alert" SET "subject" = CASE "subject" WHEN 'platform:telling' THEN 'platform:notifications' ELSE 'platform:deliveries' END
 WHERE "subject" IN ('platform:telling', 'platform:ledger');
