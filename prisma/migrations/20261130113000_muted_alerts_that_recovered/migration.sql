-- An alert that waits for a person after it recovered is unmuted as an open one is. Built already, without hindering those who write; a server
-- of the version before finds open muted alerts by it as well.
CREATE INDEX IF NOT EXISTS "alert_muted_until" ON "alert" ("unmute_at") WHERE "muted" AND "state" IN ('OPEN', 'RECOVERED');
-- Those whose do-not-disturb ended before stay muted: their deliveries were skipped, and nobody is notified of them any more. What the slices
-- left, if anything.
UPDATE "alert" a SET "unmute_at" = NULL
 WHERE a."muted" AND a."state" = 'RECOVERED' AND a."unmute_at" <= now()
   AND NOT EXISTS (SELECT FROM "delivery" d WHERE d."tenant_guid" = a."tenant_guid" AND d."alert_guid" = a."guid"
                      AND d."state" IN ('DUE', 'SUPPRESSED'));
DROP INDEX IF EXISTS "alert_muted";
