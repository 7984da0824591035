-- AlterTable
ALTER TABLE "one_time_token" ADD COLUMN     "by_owner" BOOLEAN NOT NULL DEFAULT false;
