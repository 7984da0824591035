-- CreateEnum
CREATE TYPE "ChallengeKind" AS ENUM ('TENANT', 'MFA', 'PASSKEY');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "require_mfa" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "oidc_issuer" TEXT,
ADD COLUMN     "oidc_subject" TEXT,
ADD COLUMN     "totp_last_step" INTEGER,
ADD COLUMN     "totp_secret" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3);

-- AlterTable
-- Sessions that are open stay open.
ALTER TABLE "session" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT to_timestamp(0),
ADD COLUMN     "guid" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "renew" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "next_hash" BYTEA,
ADD COLUMN     "next_at" TIMESTAMPTZ(3);

ALTER TABLE "session" ALTER COLUMN "confirmed_at" DROP DEFAULT, ALTER COLUMN "guid" DROP DEFAULT;

-- CreateTable
CREATE TABLE "recovery_code" (
    "hash" BYTEA NOT NULL,
    "user_guid" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "passkey" (
    "guid" UUID NOT NULL,
    "user_guid" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "known_device" (
    "hash" BYTEA NOT NULL,
    "user_guid" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_device_pkey" PRIMARY KEY ("hash","user_guid")
);

-- CreateTable
CREATE TABLE "login_challenge" (
    "hash" BYTEA NOT NULL,
    "kind" "ChallengeKind" NOT NULL,
    "user_guids" UUID[],
    "webauthn" TEXT,
    "stay_signed_in" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_challenge_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "attempt_count" (
    "key" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_count_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "reset_request" (
    "guid" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reset_request_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "api_token" (
    "guid" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "user_guid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_address" TEXT,

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "guid" UUID NOT NULL,
    "tenant_guid" UUID,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "content" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("guid")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "tenant_guid" UUID NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_guid" UUID,
    "actor_name" TEXT NOT NULL,
    "address" TEXT,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_guid" TEXT,
    "target_name" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("tenant_guid","ordinal")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "tenant_guid" UUID NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("tenant_guid")
);

-- CreateIndex
CREATE INDEX "recovery_code_user_guid_idx" ON "recovery_code"("user_guid");

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_user_guid_idx" ON "passkey"("user_guid");

-- CreateIndex
CREATE INDEX "known_device_user_guid_idx" ON "known_device"("user_guid");

-- CreateIndex
CREATE INDEX "login_challenge_expires_at_idx" ON "login_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "attempt_count_until_idx" ON "attempt_count"("until");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_tenant_guid_idx" ON "api_token"("tenant_guid");

-- CreateIndex
CREATE INDEX "api_token_user_guid_idx" ON "api_token"("user_guid");

-- CreateIndex
CREATE INDEX "outgoing_mail_next_try_at_idx" ON "outgoing_mail"("next_try_at");

-- CreateIndex
CREATE INDEX "outgoing_mail_tenant_guid_idx" ON "outgoing_mail"("tenant_guid");

-- CreateIndex
CREATE INDEX "audit_entry_tenant_guid_at_idx" ON "audit_entry"("tenant_guid", "at");

-- CreateIndex
CREATE INDEX "user_account_oidc_issuer_oidc_subject_idx" ON "user_account"("oidc_issuer", "oidc_subject");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_tenant_guid_oidc_issuer_oidc_subject_key" ON "user_account"("tenant_guid", "oidc_issuer", "oidc_subject");

-- CreateIndex
CREATE UNIQUE INDEX "session_next_hash_key" ON "session"("next_hash");

-- CreateIndex
CREATE UNIQUE INDEX "session_guid_key" ON "session"("guid");

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_guid_fkey" FOREIGN KEY ("user_guid") REFERENCES "user_account"("guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was written into the audit log stays as it was written.
CREATE FUNCTION audit_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are neither changed nor deleted';
END
$$;

CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_entry_stays();

CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_stays();
