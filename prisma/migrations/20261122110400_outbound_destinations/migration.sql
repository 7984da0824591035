-- CreateTable
CREATE TABLE "outbound_destination" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "for_everyone" BOOLEAN NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbound_destination_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbound_destination_tenant_guid_host_port_key" ON "outbound_destination"("tenant_guid", "host", "port");
