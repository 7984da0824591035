-- AlterTable
ALTER TABLE "integration" ADD COLUMN     "reader_guid" UUID,
ADD COLUMN     "source_gone_since" TIMESTAMPTZ(3),
ADD COLUMN     "subscriptions" JSONB;

-- AlterTable
ALTER TABLE "sentry" ADD COLUMN     "is_gateway" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "observation_batch" (
    "tenant_guid" UUID NOT NULL,
    "integration_guid" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "events" BYTEA NOT NULL,

    CONSTRAINT "observation_batch_pkey" PRIMARY KEY ("tenant_guid","integration_guid","sequence")
);

-- AddForeignKey
ALTER TABLE "observation_batch" ADD CONSTRAINT "observation_batch_tenant_guid_integration_guid_fkey" FOREIGN KEY ("tenant_guid", "integration_guid") REFERENCES "integration"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;
