-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "seen_announcement" TEXT;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "display" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "display_locations" UUID[];

-- CreateTable
CREATE TABLE "asset" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "location_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "zone_guid" UUID,
    "sentry_guid" UUID,
    "grid_row" SMALLINT,
    "grid_column" SMALLINT,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "sentry_network" (
    "sentry_guid" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "wifi_password" BYTEA,
    "changed_by" TEXT,
    "last_update_ts" TIMESTAMPTZ(3) NOT NULL,
    "report" JSONB,
    "reported_at" TIMESTAMPTZ(3),

    CONSTRAINT "sentry_network_pkey" PRIMARY KEY ("sentry_guid")
);

-- CreateTable
CREATE TABLE "demo_scenario" (
    "sentry_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,

    CONSTRAINT "demo_scenario_pkey" PRIMARY KEY ("sentry_guid")
);

-- CreateTable
CREATE TABLE "announcement" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "user_guid" UUID,
    "email" TEXT NOT NULL,
    "mood" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("guid")
);

-- CreateIndex
CREATE UNIQUE INDEX "asset_location_guid_name_key_key" ON "asset"("location_guid", "name_key");

-- CreateIndex
CREATE INDEX "feedback_created_at_idx" ON "feedback"("created_at");

-- AddForeignKey
ALTER TABLE "asset" ADD CONSTRAINT "asset_location_guid_fkey" FOREIGN KEY ("location_guid") REFERENCES "location"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentry_network" ADD CONSTRAINT "sentry_network_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "demo_scenario" ADD CONSTRAINT "demo_scenario_sentry_guid_fkey" FOREIGN KEY ("sentry_guid") REFERENCES "sentry"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- The announcements every installation starts with, oldest first.
INSERT INTO "announcement" ("id", "title", "text", "published_at") VALUES
  ('pairing-in-place', 'Pair fluid sensors where you stand', 'A fluid sensor that a sentry hears for the first time is announced on the location''s page: pair it or ignore it there.', '2026-08-03T09:00:00Z'),
  ('activity-grid', 'The activity grid', 'Every hour of the last weeks in one picture, with the unusual ones outlined. Find it on a location''s page.', '2026-09-07T09:00:00Z'),
  ('api-access', 'API access', 'Create tokens for your own programs in your profile. Each one may do less than you, at the locations you choose.', '2026-10-05T09:00:00Z'),
  ('policy-change-auditing', 'Every edit of a policy is on record', 'Who changed what is watched, what it was before, and one click to take it back.', '2026-11-02T09:00:00Z');
