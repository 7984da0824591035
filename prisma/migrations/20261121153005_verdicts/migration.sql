-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "verdict" TEXT,
ADD COLUMN     "verdict_at" TIMESTAMPTZ(3),
ADD COLUMN     "verdict_by_name" TEXT;

-- CreateIndex
CREATE INDEX "policy_change_policy_guid_at_idx" ON "policy_change"("policy_guid", "at");

-- CreateIndex
CREATE INDEX "alert_policy_guid_raised_at_idx" ON "alert"("policy_guid", "raised_at" DESC);
