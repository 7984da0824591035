-- AlterTable
ALTER TABLE "live_view" ADD COLUMN     "peer_guid" UUID,
ADD COLUMN     "signals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "signals_since" TIMESTAMPTZ(3);
