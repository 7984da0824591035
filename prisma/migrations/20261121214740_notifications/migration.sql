-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "device_os" TEXT,
ADD COLUMN     "welcomed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "acknowledged_until" TIMESTAMPTZ(3),
ADD COLUMN     "cause" TEXT,
ADD COLUMN     "root_guid" UUID,
ADD COLUMN     "snoozed_by_name" TEXT,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "destination" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "user_guid" UUID,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" BYTEA NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "destination_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "notification_preference" (
    "owner_guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "preferences" JSONB NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("owner_guid")
);

-- CreateTable
CREATE TABLE "notification_rules" (
    "tenant_guid" UUID NOT NULL,
    "rules" JSONB NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_rules_pkey" PRIMARY KEY ("tenant_guid")
);

-- CreateTable
CREATE TABLE "delivery" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "alert_guid" UUID NOT NULL,
    "owner_guid" UUID NOT NULL,
    "destination_guid" UUID,
    "channel" TEXT,
    "change" TEXT NOT NULL,
    "turn" SMALLINT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "held_for" TEXT,
    "held_at" TIMESTAMPTZ(3),
    "escalated" BOOLEAN NOT NULL DEFAULT false,
    "message_guid" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "message" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "owner_guid" UUID NOT NULL,
    "owner_name" TEXT NOT NULL,
    "destination_guid" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "location_guid" UUID,
    "severity" SMALLINT NOT NULL,
    "title" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "first_tried_at" TIMESTAMPTZ(3),
    "next_try_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,

    CONSTRAINT "message_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "message_try" (
    "message_guid" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "delivered" BOOLEAN,
    "answer" TEXT,

    CONSTRAINT "message_try_pkey" PRIMARY KEY ("message_guid","ordinal")
);

-- CreateTable
CREATE TABLE "destination_health" (
    "destination_guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "last_delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "destination_health_pkey" PRIMARY KEY ("destination_guid")
);

-- CreateTable
CREATE TABLE "alert_escalation" (
    "alert_guid" UUID NOT NULL,
    "notices" SMALLINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "remind" BOOLEAN NOT NULL DEFAULT false,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_escalation_pkey" PRIMARY KEY ("alert_guid")
);

-- CreateTable
CREATE TABLE "maintenance_window" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_window_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "used_link" (
    "message_guid" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_link_pkey" PRIMARY KEY ("message_guid")
);

-- CreateTable
CREATE TABLE "digest_run" (
    "owner_guid" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "digest_run_pkey" PRIMARY KEY ("owner_guid","due_at")
);

-- CreateIndex
CREATE INDEX "destination_tenant_guid_idx" ON "destination"("tenant_guid");

-- CreateIndex
CREATE INDEX "destination_user_guid_idx" ON "destination"("user_guid");

-- CreateIndex
CREATE INDEX "notification_preference_tenant_guid_idx" ON "notification_preference"("tenant_guid");

-- CreateIndex
CREATE INDEX "delivery_message_guid_idx" ON "delivery"("message_guid");

-- CreateIndex
CREATE INDEX "delivery_owner_guid_created_at_idx" ON "delivery"("owner_guid", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_alert_guid_destination_guid_change_turn_key" ON "delivery"("alert_guid", "destination_guid", "change", "turn");

-- CreateIndex
CREATE INDEX "message_tenant_guid_created_at_idx" ON "message"("tenant_guid", "created_at" DESC);

-- CreateIndex
CREATE INDEX "message_destination_guid_created_at_idx" ON "message"("destination_guid", "created_at" DESC);

-- CreateIndex
CREATE INDEX "alert_escalation_next_at_idx" ON "alert_escalation"("next_at");

-- CreateIndex
CREATE INDEX "maintenance_window_location_guid_ends_at_idx" ON "maintenance_window"("location_guid", "ends_at");

-- CreateIndex
CREATE INDEX "alert_root_guid_idx" ON "alert"("root_guid");

-- AddForeignKey
ALTER TABLE "message_try" ADD CONSTRAINT "message_try_message_guid_fkey" FOREIGN KEY ("message_guid") REFERENCES "message"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema cannot say: the few rows that wait, out of the many that are done.
CREATE INDEX "delivery_due" ON "delivery" ("due_at") WHERE "state" IN ('DUE', 'HELD');
CREATE INDEX "message_waiting" ON "message" ("next_try_at") WHERE "state" = 'WAITING';
CREATE INDEX "message_failed" ON "message" ("tenant_guid", "settled_at") WHERE "state" = 'FAILED';
CREATE INDEX "alert_lapsing" ON "alert" ("acknowledged_until") WHERE "acknowledged_until" IS NOT NULL AND "state" = 'OPEN';
CREATE INDEX "alert_snoozed" ON "alert" ("snoozed_until") WHERE "snoozed_until" IS NOT NULL AND "state" = 'OPEN';
CREATE INDEX "alert_causes" ON "alert" ("location_guid") WHERE "cause" IS NOT NULL AND "state" = 'OPEN';

-- Who is here already knows Picket.
UPDATE "user_account" SET "welcomed_at" = now();
