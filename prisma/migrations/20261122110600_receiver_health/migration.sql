-- AlterTable
ALTER TABLE "destination_health" ADD COLUMN     "last_tried_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "mail_relay_health" (
    "relay" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "last_tried_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "last_delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_relay_health_pkey" PRIMARY KEY ("relay")
);

-- What waits for a sentry to catch up is asked for every second.
CREATE INDEX "delivery_catching_up" ON "delivery" ("alert_guid") WHERE "state" = 'HELD' AND "reason" = 'CATCHING_UP';

-- An earlier version left destinations alone for up to ten minutes, and messages for up to an hour: they are tried now,
-- but for those that a server of that version is handing over at this moment.
UPDATE "destination_health" SET "paused_until" = NULL;
UPDATE "message" m SET "next_try_at" = now() WHERE m."state" = 'WAITING' AND m."next_try_at" > now()
  AND NOT EXISTS (SELECT 1 FROM "message_try" t
    WHERE t."message_guid" = m."guid" AND t."ordinal" = m."attempts" AND t."ended_at" IS NULL);
