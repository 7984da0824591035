-- AlterTable
ALTER TABLE "location_weather" ALTER COLUMN "provider" DROP NOT NULL;

-- AlterTable
ALTER TABLE "retention" ADD COLUMN     "last_update_ts" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sentry_camera" ADD COLUMN     "calibrated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "integration" ADD COLUMN     "last_update_ts" TIMESTAMPTZ(3);
