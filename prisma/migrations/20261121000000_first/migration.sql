-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "BusinessStatus" AS ENUM ('PAID', 'SALES_TRIAL', 'NON_SALES_TRIAL', 'INTERNAL', 'OUT_OF_SERVICE');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('ADMIN', 'VIEWER', 'METRICS');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD');

-- CreateTable
CREATE TABLE "tenant" (
    "guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "is_admin_tenant" BOOLEAN NOT NULL DEFAULT false,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "business_status" "BusinessStatus" NOT NULL DEFAULT 'INTERNAL',
    "suspended" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "user_account" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "display_name" TEXT,
    "password_hash" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "permission" (
    "guid" UUID NOT NULL,
    "user_guid" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "location_guid" UUID,

    CONSTRAINT "permission_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "session" (
    "hash" BYTEA NOT NULL,
    "user_guid" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "stay_signed_in" BOOLEAN NOT NULL DEFAULT false,
    "user_agent" TEXT,
    "address" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "one_time_token" (
    "hash" BYTEA NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "user_guid" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "location" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "address" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "location_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "sentry" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "serial_number" TEXT,
    "model" TEXT,
    "software_version" TEXT,
    "report_interval_seconds" INTEGER NOT NULL DEFAULT 60,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "activated_at" TIMESTAMPTZ(3),
    "clock_skewed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sentry_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "activation_code" (
    "hash" BYTEA NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "activation_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "credential" (
    "hash" BYTEA NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "proven_at" TIMESTAMPTZ(3),

    CONSTRAINT "credential_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "activation" (
    "guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "serial_number" TEXT NOT NULL,
    "software_version" TEXT NOT NULL,
    "activated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "activation_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "installation" (
    "guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "policy" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "policy_version" (
    "policy_guid" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "definition" JSONB NOT NULL,
    "do_not_disturb" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" UUID,

    CONSTRAINT "policy_version_pkey" PRIMARY KEY ("policy_guid","version")
);

-- CreateTable
CREATE TABLE "series" (
    "id" SERIAL NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "sensor_metric_id" TEXT NOT NULL,
    "column_name" TEXT NOT NULL,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reading" (
    "series_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION,

    CONSTRAINT "reading_pkey" PRIMARY KEY ("series_id","at")
) PARTITION BY RANGE ("at");

-- Months are made ahead by the server; whatever none of them takes lands here.
CREATE TABLE "reading_default" PARTITION OF "reading" DEFAULT;

-- CreateTable
CREATE TABLE "frame" (
    "sentry_guid" UUID NOT NULL,
    "sensor_metric_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "rows" SMALLINT NOT NULL,
    "columns" SMALLINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "frame_pkey" PRIMARY KEY ("sentry_guid","sensor_metric_id","at")
);

-- CreateTable
CREATE TABLE "monitor_state" (
    "sentry_guid" UUID NOT NULL,
    "state" JSON NOT NULL,
    "last_received_at" TIMESTAMPTZ(3) NOT NULL,
    "back_at" TIMESTAMPTZ(3),
    "caught_up_at" TIMESTAMPTZ(3),
    "next_due_at" TIMESTAMPTZ(3),
    "repair_from" TIMESTAMPTZ(3),

    CONSTRAINT "monitor_state_pkey" PRIMARY KEY ("sentry_guid")
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);

-- CreateTable
CREATE TABLE "platform_uptime" (
    "id" SERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platform_uptime_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "sentry_guid" UUID,
    "kind" TEXT NOT NULL,
    "severity" SMALLINT NOT NULL,
    "state" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "muted" BOOLEAN NOT NULL DEFAULT false,
    "backfilled" BOOLEAN NOT NULL DEFAULT false,
    "corrected" BOOLEAN NOT NULL DEFAULT false,
    "policy_guid" UUID,
    "policy_name" TEXT,
    "policy_version" INTEGER,
    "violation" TEXT,
    "violation_key" TEXT,
    "subject" TEXT,
    "conditions" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),
    "acknowledged_by" UUID,
    "acknowledged_by_name" TEXT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "alert_step" (
    "id" BIGSERIAL NOT NULL,
    "alert_guid" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "by_name" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "alert_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_comment" (
    "guid" UUID NOT NULL,
    "alert_guid" UUID NOT NULL,
    "by_guid" UUID,
    "by_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_comment_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "alert_reading" (
    "alert_guid" UUID NOT NULL,
    "series_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION,

    CONSTRAINT "alert_reading_pkey" PRIMARY KEY ("alert_guid","series_id","at")
);

-- CreateTable
CREATE TABLE "live_event" (
    "id" BIGSERIAL NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id()::text)::bigint),
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_name_key_key" ON "tenant"("name_key");

-- CreateIndex
CREATE INDEX "user_account_email_idx" ON "user_account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_tenant_guid_email_key" ON "user_account"("tenant_guid", "email");

-- CreateIndex
CREATE INDEX "permission_user_guid_idx" ON "permission"("user_guid");

-- CreateIndex
CREATE INDEX "permission_location_guid_idx" ON "permission"("location_guid");

-- CreateIndex
CREATE INDEX "session_user_guid_idx" ON "session"("user_guid");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "one_time_token_tenant_guid_idx" ON "one_time_token"("tenant_guid");

-- CreateIndex
CREATE INDEX "one_time_token_user_guid_idx" ON "one_time_token"("user_guid");

-- CreateIndex
CREATE UNIQUE INDEX "location_tenant_guid_name_key_key" ON "location"("tenant_guid", "name_key");

-- CreateIndex
CREATE INDEX "sentry_location_guid_idx" ON "sentry"("location_guid");

-- CreateIndex
CREATE INDEX "sentry_tenant_guid_idx" ON "sentry"("tenant_guid");

-- CreateIndex
CREATE INDEX "activation_code_sentry_guid_idx" ON "activation_code"("sentry_guid");

-- CreateIndex
CREATE INDEX "credential_sentry_guid_idx" ON "credential"("sentry_guid");

-- CreateIndex
CREATE INDEX "activation_sentry_guid_idx" ON "activation"("sentry_guid");

-- CreateIndex
CREATE INDEX "installation_sentry_guid_idx" ON "installation"("sentry_guid");

-- CreateIndex
CREATE INDEX "installation_location_guid_idx" ON "installation"("location_guid");

-- CreateIndex
CREATE UNIQUE INDEX "policy_tenant_guid_name_key_key" ON "policy"("tenant_guid", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "series_sentry_guid_sensor_metric_id_column_name_key" ON "series"("sentry_guid", "sensor_metric_id", "column_name");

-- CreateIndex
CREATE INDEX "monitor_state_next_due_at_idx" ON "monitor_state"("next_due_at");

-- CreateIndex
CREATE INDEX "platform_uptime_last_beat_at_idx" ON "platform_uptime"("last_beat_at");

-- CreateIndex
CREATE INDEX "alert_tenant_guid_raised_at_guid_idx" ON "alert"("tenant_guid", "raised_at" DESC, "guid");

-- CreateIndex
CREATE INDEX "alert_location_guid_raised_at_idx" ON "alert"("location_guid", "raised_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "alert_sentry_guid_violation_key_raised_at_key" ON "alert"("sentry_guid", "violation_key", "raised_at");

-- CreateIndex
CREATE INDEX "alert_step_alert_guid_idx" ON "alert_step"("alert_guid");

-- CreateIndex
CREATE INDEX "alert_comment_alert_guid_idx" ON "alert_comment"("alert_guid");

-- CreateIndex
CREATE INDEX "live_event_xid_id_idx" ON "live_event"("xid", "id");

-- CreateIndex
CREATE INDEX "live_event_created_at_idx" ON "live_event"("created_at");

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "permission" ADD CONSTRAINT "permission_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "permission" ADD CONSTRAINT "permission_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentry" ADD CONSTRAINT "sentry_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activation_code" ADD CONSTRAINT "activation_code_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activation" ADD CONSTRAINT "activation_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy" ADD CONSTRAINT "policy_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_version" ADD CONSTRAINT "policy_version_policy_guid_fkey" FOREIGN KEY ("policy_guid") REFERENCES "policy"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "series" ADD CONSTRAINT "series_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_state" ADD CONSTRAINT "monitor_state_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_step" ADD CONSTRAINT "alert_step_alert_guid_fkey" FOREIGN KEY ("alert_guid") REFERENCES "alert"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_comment" ADD CONSTRAINT "alert_comment_alert_guid_fkey" FOREIGN KEY ("alert_guid") REFERENCES "alert"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_reading" ADD CONSTRAINT "alert_reading_alert_guid_fkey" FOREIGN KEY ("alert_guid") REFERENCES "alert"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is open is asked for all the time and is never much.
CREATE INDEX "alert_open" ON "alert" ("tenant_guid", "raised_at" DESC) WHERE "state" IN ('OPEN', 'RECOVERED');

-- A sentry's name is free again once it is removed.
CREATE UNIQUE INDEX "sentry_name" ON "sentry" ("location_guid", "name_key") WHERE "removed_at" IS NULL;
