-- AlterTable
ALTER TABLE "sentry" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'DEVICE';

-- CreateTable
CREATE TABLE "integration" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "gateway_guid" UUID NOT NULL,
    "settings" BYTEA NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "left_out_announcements" JSONB NOT NULL DEFAULT '[]',
    "connected_at" TIMESTAMPTZ(3),
    "last_message_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "discovered_device" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "integration_guid" UUID NOT NULL,
    "identity" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "announced" JSONB NOT NULL,
    "ignored_by" TEXT,
    "sentry_guid" UUID,
    "unavailable_since" TIMESTAMPTZ(3),
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discovered_device_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "discovered_entity" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "device_guid" UUID NOT NULL,
    "entity_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "announced" JSONB NOT NULL,
    "observation" JSONB,
    "observed_at" TIMESTAMPTZ(3),

    CONSTRAINT "discovered_entity_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateTable
CREATE TABLE "adopted_mapping" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "entities" JSONB NOT NULL,
    "accepted_by" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "adopted_mapping_pkey" PRIMARY KEY ("tenant_guid","sentry_guid","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "integration_tenant_guid_gateway_guid_key" ON "integration"("tenant_guid", "gateway_guid");

-- CreateIndex
CREATE UNIQUE INDEX "discovered_device_tenant_guid_integration_guid_identity_key" ON "discovered_device"("tenant_guid", "integration_guid", "identity");

-- CreateIndex
CREATE UNIQUE INDEX "discovered_device_tenant_guid_sentry_guid_key" ON "discovered_device"("tenant_guid", "sentry_guid");

-- CreateIndex
CREATE UNIQUE INDEX "discovered_entity_tenant_guid_device_guid_entity_id_key" ON "discovered_entity"("tenant_guid", "device_guid", "entity_id");

-- AddForeignKey
ALTER TABLE "integration" ADD CONSTRAINT "integration_tenant_guid_gateway_guid_fkey" FOREIGN KEY ("tenant_guid", "gateway_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discovered_device" ADD CONSTRAINT "discovered_device_tenant_guid_integration_guid_fkey" FOREIGN KEY ("tenant_guid", "integration_guid") REFERENCES "integration"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discovered_device" ADD CONSTRAINT "discovered_device_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discovered_entity" ADD CONSTRAINT "discovered_entity_tenant_guid_device_guid_fkey" FOREIGN KEY ("tenant_guid", "device_guid") REFERENCES "discovered_device"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adopted_mapping" ADD CONSTRAINT "adopted_mapping_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;
