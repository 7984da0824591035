-- What the policies of a sentry are compiled to: violation key -> fingerprint, under the hash of all of them.
-- contract: renamed before the first release
ALTER TABLE "watch_print" RENAME TO "policy_fingerprint";
-- contract: renamed before the first release
ALTER TABLE "policy_fingerprint" RENAME CONSTRAINT "watch_print_pkey" TO "policy_fingerprint_pkey";
-- contract: renamed before the first release
ALTER TABLE "monitor_state" RENAME COLUMN "watch_hash" TO "policy_hash";
-- contract: renamed before the first release
ALTER TABLE "monitor_checkpoint" RENAME COLUMN "watch_hash" TO "policy_hash";

-- contract: renamed before the first release
ALTER TABLE "policy_change" RENAME COLUMN "by" TO "created_by";
-- contract: renamed before the first release
ALTER TABLE "policy_change" RENAME COLUMN "at" TO "created_at";
-- contract: renamed before the first release
ALTER INDEX "policy_change_tenant_guid_at_idx" RENAME TO "policy_change_tenant_guid_created_at_idx";
-- contract: renamed before the first release
ALTER INDEX "policy_change_policy_guid_at_idx" RENAME TO "policy_change_policy_guid_created_at_idx";
