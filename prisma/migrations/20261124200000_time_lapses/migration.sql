-- AlterTable
ALTER TABLE "clip" ADD COLUMN     "time_lapse" BOOLEAN NOT NULL DEFAULT false;
