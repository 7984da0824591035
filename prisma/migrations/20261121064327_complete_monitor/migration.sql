-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "monitor_revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "policy" ADD COLUMN     "undeletable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "policy_version" ADD COLUMN     "changes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "violation_keys" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "created_by_name" TEXT,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '';
UPDATE "policy_version" v SET "name" = p."name" FROM "policy" p WHERE p."guid" = v."policy_guid";
ALTER TABLE "policy_version" ALTER COLUMN "name" DROP DEFAULT;
UPDATE "policy" SET "undeletable" = true WHERE "name" = 'Sentry offline';

-- AlterTable
ALTER TABLE "reading" ADD COLUMN     "raw" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "monitor_state" ADD COLUMN     "checkpoint_at" TIMESTAMPTZ(3),
ADD COLUMN     "pending" JSON,
ADD COLUMN     "reconcile_from" TIMESTAMPTZ(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "watch_hash" TEXT;

-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "resolved_at" TIMESTAMPTZ(3),
ADD COLUMN     "resolved_by_name" TEXT,
ADD COLUMN     "unmute_at" TIMESTAMPTZ(3),
ALTER COLUMN "location_guid" DROP NOT NULL;

-- AlterTable
ALTER TABLE "live_event" ALTER COLUMN "location_guid" DROP NOT NULL;

-- CreateTable
CREATE TABLE "policy_override" (
    "sentry_guid" UUID NOT NULL,
    "policy_guid" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "violation_keys" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT,

    CONSTRAINT "policy_override_pkey" PRIMARY KEY ("sentry_guid","policy_guid")
);

-- CreateTable
CREATE TABLE "policy_change" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "policy_guid" UUID,
    "sentry_guid" UUID,
    "alert_guid" UUID,
    "before" JSONB,
    "after" JSONB,
    "changes" JSONB NOT NULL,
    "by" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "restored_at" TIMESTAMPTZ(3),
    "restored_by" TEXT,

    CONSTRAINT "policy_change_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "zone" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "sentry_guid" UUID,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "sensor_metric_ids" TEXT[],
    "rows" SMALLINT NOT NULL,
    "columns" SMALLINT NOT NULL,
    "exclusions" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "parent_guid" UUID,
    "policy_guid" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "zone_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "sensor_setting" (
    "sentry_guid" UUID NOT NULL,
    "sensor_metric_id" TEXT NOT NULL,
    "interval_seconds" INTEGER,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sensor_setting_pkey" PRIMARY KEY ("sentry_guid","sensor_metric_id")
);

-- CreateTable
CREATE TABLE "sensor_offset" (
    "guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "sensor_metric_id" TEXT NOT NULL,
    "column_name" TEXT NOT NULL,
    "offset" DOUBLE PRECISION NOT NULL,
    "reason" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sensor_offset_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "fluid_sensor" (
    "sentry_guid" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "serial_number" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "first_heard_at" TIMESTAMPTZ(3) NOT NULL,
    "last_heard_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT,

    CONSTRAINT "fluid_sensor_pkey" PRIMARY KEY ("sentry_guid","model","serial_number")
);

-- CreateTable
CREATE TABLE "watch_print" (
    "hash" TEXT NOT NULL,
    "violations" JSON NOT NULL,

    CONSTRAINT "watch_print_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "monitor_checkpoint" (
    "sentry_guid" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "watch_hash" TEXT NOT NULL,
    "state" JSON NOT NULL,

    CONSTRAINT "monitor_checkpoint_pkey" PRIMARY KEY ("sentry_guid","at")
);

-- CreateIndex
CREATE INDEX "policy_override_policy_guid_idx" ON "policy_override"("policy_guid");

-- CreateIndex
CREATE UNIQUE INDEX "policy_change_alert_guid_key" ON "policy_change"("alert_guid");

-- CreateIndex
CREATE INDEX "policy_change_tenant_guid_at_idx" ON "policy_change"("tenant_guid", "at");

-- CreateIndex
CREATE INDEX "zone_tenant_guid_idx" ON "zone"("tenant_guid");

-- CreateIndex
CREATE UNIQUE INDEX "zone_location_guid_name_key_key" ON "zone"("location_guid", "name_key");

-- CreateIndex
CREATE INDEX "sensor_offset_sentry_guid_sensor_metric_id_column_name_from_idx" ON "sensor_offset"("sentry_guid", "sensor_metric_id", "column_name", "from");

-- AddForeignKey
ALTER TABLE "policy_override" ADD CONSTRAINT "policy_override_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_override" ADD CONSTRAINT "policy_override_policy_guid_fkey" FOREIGN KEY ("policy_guid") REFERENCES "policy"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sensor_setting" ADD CONSTRAINT "sensor_setting_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sensor_offset" ADD CONSTRAINT "sensor_offset_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fluid_sensor" ADD CONSTRAINT "fluid_sensor_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_checkpoint" ADD CONSTRAINT "monitor_checkpoint_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- The few alerts that wait for the end of a do-not-disturb interval.
CREATE INDEX "alert_muted" ON "alert" ("unmute_at") WHERE "muted" AND "state" = 'OPEN';

-- Fluid sensors that report already go on being watched.
INSERT INTO "fluid_sensor" ("sentry_guid", "model", "serial_number", "status", "first_heard_at", "last_heard_at")
SELECT DISTINCT "sentry_guid", split_part("sensor_metric_id", '-', 2), split_part(split_part("sensor_metric_id", '-', 3), '_', 1),
       'PAIRED', now(), now()
  FROM "series" WHERE "sensor_metric_id" LIKE 'fluid-%';
