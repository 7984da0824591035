-- AlterTable
ALTER TABLE "integration" ADD COLUMN     "hook_token_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "integration_hook_token_hash_key" ON "integration"("hook_token_hash");
