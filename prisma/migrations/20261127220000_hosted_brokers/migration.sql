-- CreateTable
CREATE TABLE "hosted_broker" (
    "tenant_guid" UUID NOT NULL,
    "integration_guid" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "password_hash" BYTEA NOT NULL,
    "clients" JSONB NOT NULL DEFAULT '[]',
    "messages_per_minute" INTEGER NOT NULL DEFAULT 0,
    "last_refusal" JSONB,

    CONSTRAINT "hosted_broker_pkey" PRIMARY KEY ("tenant_guid","integration_guid")
);

-- CreateTable
CREATE TABLE "retained_message" (
    "tenant_guid" UUID NOT NULL,
    "integration_guid" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "payload" BYTEA NOT NULL,
    "qos" SMALLINT NOT NULL,

    CONSTRAINT "retained_message_pkey" PRIMARY KEY ("tenant_guid","integration_guid","topic")
);

-- CreateIndex
CREATE UNIQUE INDEX "hosted_broker_user_name_key" ON "hosted_broker"("user_name");

-- AddForeignKey
ALTER TABLE "hosted_broker" ADD CONSTRAINT "hosted_broker_tenant_guid_integration_guid_fkey" FOREIGN KEY ("tenant_guid", "integration_guid") REFERENCES "integration"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "retained_message" ADD CONSTRAINT "retained_message_tenant_guid_integration_guid_fkey" FOREIGN KEY ("tenant_guid", "integration_guid") REFERENCES "hosted_broker"("tenant_guid", "integration_guid") ON DELETE CASCADE ON UPDATE NO ACTION;
