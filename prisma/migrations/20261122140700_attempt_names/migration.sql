-- Columns take the names the code uses: next_attempt_at, mac, mac_ordinal.
-- contract: renamed before the first release
ALTER TABLE "outgoing_mail" RENAME COLUMN "next_try_at" TO "next_attempt_at";
-- contract: renamed before the first release
ALTER INDEX "outgoing_mail_next_try_at_idx" RENAME TO "outgoing_mail_next_attempt_at_idx";
-- contract: renamed before the first release
ALTER TABLE "message" RENAME COLUMN "next_try_at" TO "next_attempt_at";

-- contract: renamed before the first release
ALTER TABLE "audit_head" RENAME COLUMN "seal" TO "mac";
-- contract: renamed before the first release
ALTER TABLE "audit_head" RENAME COLUMN "sealed_ordinal" TO "mac_ordinal";

-- The number of an escalation's notification.
UPDATE "alert_step" SET "detail" = ("detail" - 'notice') || jsonb_build_object('notification', "detail" -> 'notice')
 WHERE "code" = 'ESCALATED' AND "detail" ? 'notice';
