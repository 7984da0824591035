-- AlterTable
ALTER TABLE "announcement" ADD COLUMN     "created_by_name" TEXT;

-- CreateTable
CREATE TABLE "downtime" (
    "guid" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "context" TEXT NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "downtime_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "trouble_sighting" (
    "matter" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trouble_sighting_pkey" PRIMARY KEY ("matter")
);

-- CreateTable
CREATE TABLE "usage_record" (
    "tenant_guid" UUID NOT NULL,
    "day" DATE NOT NULL,
    "locations" INTEGER NOT NULL,
    "sentries" INTEGER NOT NULL,
    "reporting" INTEGER NOT NULL,
    "series" INTEGER NOT NULL,
    "readings" BIGINT NOT NULL,
    "alerts" INTEGER NOT NULL,
    "messages" INTEGER NOT NULL,
    "users" INTEGER NOT NULL,
    "active_users" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("tenant_guid","day")
);

-- CreateTable
CREATE TABLE "location_weather" (
    "location_guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "last_checked_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "changed_by" TEXT NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "location_weather_pkey" PRIMARY KEY ("location_guid")
);

-- CreateTable
CREATE TABLE "weather_warning" (
    "location_guid" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "alert_guid" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "onset_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "event" TEXT NOT NULL,
    "headline" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "instruction" TEXT NOT NULL,
    "severity" SMALLINT NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "weather_warning_pkey" PRIMARY KEY ("location_guid","provider","event_key")
);

-- CreateIndex
CREATE INDEX "downtime_starts_at_idx" ON "downtime"("starts_at");

-- CreateIndex
CREATE INDEX "location_weather_next_check_at_idx" ON "location_weather"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "weather_warning_alert_guid_key" ON "weather_warning"("alert_guid");

-- AddForeignKey
ALTER TABLE "location_weather" ADD CONSTRAINT "location_weather_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weather_warning" ADD CONSTRAINT "weather_warning_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;
