-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "records_video" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sentry_signal" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sentry_signal_pkey" PRIMARY KEY ("tenant_guid","sentry_guid","id")
);

-- CreateTable
CREATE TABLE "sentry_channel" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "protocol" TEXT NOT NULL,
    "channel_guid" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sentry_channel_pkey" PRIMARY KEY ("tenant_guid","sentry_guid")
);

-- CreateTable
CREATE TABLE "sentry_camera" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "has_camera" BOOLEAN NOT NULL,
    "supports_masks" BOOLEAN NOT NULL,
    "codec" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "ring_seconds" INTEGER,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "calibration" JSONB,

    CONSTRAINT "sentry_camera_pkey" PRIMARY KEY ("tenant_guid","sentry_guid")
);

-- CreateTable
CREATE TABLE "camera_setting" (
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "schedule" JSONB,
    "off_in_do_not_disturb" BOOLEAN NOT NULL DEFAULT false,
    "allows_displays" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "changed_by_name" TEXT,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "camera_setting_pkey" PRIMARY KEY ("tenant_guid","location_guid")
);

-- CreateTable
CREATE TABLE "camera_off_period" (
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "camera_off_period_pkey" PRIMARY KEY ("tenant_guid","location_guid","starts_at")
);

-- CreateTable
CREATE TABLE "camera_mask" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "rows" SMALLINT NOT NULL,
    "columns" SMALLINT NOT NULL,
    "cells" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "changed_by_name" TEXT NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "camera_mask_pkey" PRIMARY KEY ("tenant_guid","sentry_guid")
);

-- CreateTable
CREATE TABLE "live_uplink" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "session_guid" UUID NOT NULL,
    "process_guid" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_uplink_pkey" PRIMARY KEY ("tenant_guid","sentry_guid")
);

-- CreateTable
CREATE TABLE "live_view" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "user_guid" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "session_guid" UUID NOT NULL,
    "is_display" BOOLEAN NOT NULL,
    "ticket_hash" BYTEA NOT NULL,
    "ticket_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "transport" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "live_view_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "clip" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "codec" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "sha256" BYTEA NOT NULL,
    "chunk_hashes" BYTEA NOT NULL,
    "bytes" BIGINT NOT NULL,
    "key" BYTEA,
    "link_epoch" INTEGER NOT NULL DEFAULT 0,
    "masked" BOOLEAN NOT NULL DEFAULT false,
    "clock_offset_ms" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_reason" TEXT,
    "deleted_by_name" TEXT,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "clip_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "clip_part" (
    "tenant_guid" UUID NOT NULL,
    "clip_guid" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "offset" BIGINT NOT NULL DEFAULT 0,
    "is_complete" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "clip_part_pkey" PRIMARY KEY ("tenant_guid","clip_guid","part")
);

-- CreateTable
CREATE TABLE "alert_clip" (
    "tenant_guid" UUID NOT NULL,
    "alert_guid" UUID NOT NULL,
    "clip_guid" UUID NOT NULL,

    CONSTRAINT "alert_clip_pkey" PRIMARY KEY ("tenant_guid","alert_guid","clip_guid")
);

-- CreateTable
CREATE TABLE "alert_video" (
    "tenant_guid" UUID NOT NULL,
    "alert_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "record_from" TIMESTAMPTZ(3) NOT NULL,
    "record_until" TIMESTAMPTZ(3),
    "expected_until" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_video_pkey" PRIMARY KEY ("tenant_guid","alert_guid")
);

-- CreateTable
CREATE TABLE "clip_hold" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "clip_guid" UUID,
    "alert_guid" UUID,
    "location_guid" UUID,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "lifted_by_name" TEXT,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "clip_hold_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "video_retention" (
    "tenant_guid" UUID NOT NULL,
    "keep_days" INTEGER NOT NULL,
    "max_bytes" BIGINT NOT NULL,
    "sentry_max_bytes" BIGINT,
    "when_full" TEXT NOT NULL,
    "link_seconds" INTEGER NOT NULL,
    "clear_pictures" BOOLEAN NOT NULL,
    "picture_wait_seconds" INTEGER NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "video_retention_pkey" PRIMARY KEY ("tenant_guid")
);

-- CreateIndex
CREATE INDEX "sentry_signal_expires_at_idx" ON "sentry_signal"("expires_at");

-- CreateIndex
CREATE INDEX "live_view_tenant_guid_location_guid_created_at_idx" ON "live_view"("tenant_guid", "location_guid", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "clip_guid_key" ON "clip"("guid");

-- CreateIndex
CREATE INDEX "clip_tenant_guid_location_guid_started_at_idx" ON "clip"("tenant_guid", "location_guid", "started_at");

-- CreateIndex
CREATE INDEX "clip_state_created_at_idx" ON "clip"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "clip_tenant_guid_sentry_guid_sha256_key" ON "clip"("tenant_guid", "sentry_guid", "sha256");

-- CreateIndex
CREATE INDEX "alert_clip_tenant_guid_clip_guid_idx" ON "alert_clip"("tenant_guid", "clip_guid");

-- CreateIndex
CREATE INDEX "alert_video_state_expected_until_idx" ON "alert_video"("state", "expected_until");

-- AddForeignKey
ALTER TABLE "sentry_signal" ADD CONSTRAINT "sentry_signal_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentry_channel" ADD CONSTRAINT "sentry_channel_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentry_camera" ADD CONSTRAINT "sentry_camera_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "camera_setting" ADD CONSTRAINT "camera_setting_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "camera_off_period" ADD CONSTRAINT "camera_off_period_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "camera_mask" ADD CONSTRAINT "camera_mask_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_uplink" ADD CONSTRAINT "live_uplink_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_view" ADD CONSTRAINT "live_view_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clip" ADD CONSTRAINT "clip_tenant_guid_location_guid_fkey" FOREIGN KEY ("tenant_guid", "location_guid") REFERENCES "location"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clip_part" ADD CONSTRAINT "clip_part_tenant_guid_clip_guid_fkey" FOREIGN KEY ("tenant_guid", "clip_guid") REFERENCES "clip"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_clip" ADD CONSTRAINT "alert_clip_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_clip" ADD CONSTRAINT "alert_clip_tenant_guid_clip_guid_fkey" FOREIGN KEY ("tenant_guid", "clip_guid") REFERENCES "clip"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_video" ADD CONSTRAINT "alert_video_tenant_guid_alert_guid_fkey" FOREIGN KEY ("tenant_guid", "alert_guid") REFERENCES "alert"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_retention" ADD CONSTRAINT "video_retention_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;
