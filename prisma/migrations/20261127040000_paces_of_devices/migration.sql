-- AlterTable
ALTER TABLE "integration" ADD COLUMN     "protocol" TEXT;

-- AlterTable
ALTER TABLE "discovered_device" ADD COLUMN     "pace" JSONB,
ADD COLUMN     "usual_interval_seconds" INTEGER;

-- Devices that were adopted with the interval of those that declare none: nobody chose it.
UPDATE "discovered_device" d SET "usual_interval_seconds" = 90000
  FROM "sentry" s WHERE s."tenant_guid" = d."tenant_guid" AND s."guid" = d."sentry_guid" AND s."report_interval_seconds" = 90000;
